"""Embedders: texts in, vectors out. onnxruntime and tokenizers are known only here."""
