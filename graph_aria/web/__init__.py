"""The pages a person sees in the browser."""
