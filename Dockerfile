# Tabletown in a container. One server: docker run -p 8000:8000 -v tables:/data tabletown
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
COPY docs/connect_four.py ./docs/connect_four.py
COPY run.py ./
RUN python -m venv /app && /app/bin/pip install --no-cache-dir '.[postgres,push]'

FROM python:3.13-slim
RUN useradd --system --home /data tabletown && mkdir /data && chown tabletown /data
COPY --from=build /app /app
USER tabletown
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["/app/bin/python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# SIGTERM tells every browser that the server restarts, hands over and writes what is still to be written
STOPSIGNAL SIGTERM
ENTRYPOINT ["/app/bin/tabletown", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data", \
  "--no-browser", "--json-logs"]
