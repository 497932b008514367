"""Models behind an OpenAI-compatible endpoint; openai and instructor are known only here."""
