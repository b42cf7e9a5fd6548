"""Files made wrong on purpose, by the thousand: every format, weights, and the program's own small files"""
