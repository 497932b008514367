# The service alone; compose.yaml puts a Neo4j beside it.
FROM python:3.11.15-slim-trixie AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python -m venv /opt/aria
# First, and alone: this layer changes only when a dependency does.
COPY requirements.lock ./
RUN /opt/aria/bin/python -m pip install --only-binary :all: --require-hashes \
    --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY cypher cypher
COPY graph_aria graph_aria
RUN /opt/aria/bin/python -m pip install --no-deps --no-build-isolation .

FROM python:3.11.15-slim-trixie
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data \
        --shell /usr/sbin/nologin aria \
    && install --directory --owner=aria --group=aria --mode=0700 /data
COPY --from=build /opt/aria /opt/aria
# The passphrase of an encrypted store comes from the environment: there is no keyring here.
ENV PATH=/opt/aria/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ARIA_DATA_DIR=/data \
    ARIA_HOST=0.0.0.0 \
    ARIA_KEYRING=false
# A number, so that an orchestrator can tell that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 7423
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import http.client, sys; to = http.client.HTTPConnection('127.0.0.1', 7423, timeout=8); to.request('GET', '/readyz'); sys.exit(to.getresponse().status != 200)"]
CMD ["aria", "serve"]
