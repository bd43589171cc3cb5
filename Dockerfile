# Tabletown in a container. One server:
# docker run -p 8000:8000 -v tables:/data -e TABLETOWN_HOST_NAME=play.example.org tabletown
FROM python:3.13.15-slim-trixie AS build
WORKDIR /src
RUN python -m venv /app
# what Tabletown needs changes seldom: Docker keeps it while the source changes. Nothing without its hash gets in
COPY deploy/requirements.txt ./
RUN /app/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN /app/bin/pip install --no-cache-dir --no-deps --no-index --no-build-isolation .

FROM python:3.13.15-slim-trixie
RUN useradd --system --home /data tabletown && mkdir /data /backups && chown tabletown /data /backups
COPY --from=build /app /app
USER tabletown
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENV TABLETOWN_DATA=/data
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["/app/bin/python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# SIGTERM tells every browser that the server restarts, hands over and writes what is still to be written
STOPSIGNAL SIGTERM
# any other command in place of serve: docker run --rm -v tables:/data -v backups:/backups tabletown backup /backups
ENTRYPOINT ["/app/bin/tabletown"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser", "--json-logs"]
