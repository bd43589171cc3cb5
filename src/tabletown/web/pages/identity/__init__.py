"""A name of one's own: keep it, sign in with a passkey, the profile, friends and blocks."""
