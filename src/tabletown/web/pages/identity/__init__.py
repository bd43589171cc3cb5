"""A permanent name: keep it, sign in with a passkey, the profile, friends and blocks."""
