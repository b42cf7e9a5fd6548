"""How a network is trained: objectives, masks, the loop and its flags."""
