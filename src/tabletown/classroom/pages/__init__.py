"""The pages of a class: for pupils, the desk, the wall and the discussion afterwards."""
