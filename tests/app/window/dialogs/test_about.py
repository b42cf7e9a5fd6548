"""The About text: version, where it was built, what computes and the networks inside."""

import json
from importlib import metadata

import assets
import engine
from app.window.dialogs import about as module


def test_it_names_version_source_backend_and_networks():
    said = module.about()
    assert f"Palimpsest {engine.__version__} (from source)" in said
    assert f"onnxruntime {metadata.version('onnxruntime')}" in said
    assert "text (" in said and "music" in said


def test_a_packaged_program_names_its_commit(tmp_path, monkeypatch):
    path = tmp_path / "build.json"
    monkeypatch.setattr(assets, "build", lambda: path)
    path.write_text(json.dumps({"commit": "abc1234", "system": "palimpsest-0.1.0-linux-x86_64"}))
    assert module.built() == "packaged, abc1234, for palimpsest-0.1.0-linux-x86_64"
    path.write_text("[")
    assert module.built() == "from source"


def test_without_any_backend_it_says_so(monkeypatch):
    monkeypatch.setattr(module, "COMPUTES", ("no-such-package",))
    assert "Computes with: nothing" in module.about()
