"""What Alembic runs: on the connection that `upgrade` hands over, all in one transaction."""

from alembic import context

from tabletown.web.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
