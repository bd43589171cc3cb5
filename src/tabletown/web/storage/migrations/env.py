"""Run by Alembic on the connection that `upgrade` passes in, all in one transaction."""

from alembic import context

from tabletown.web.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by recreating it
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
