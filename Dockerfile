# syntax=docker/dockerfile:1
# How to run it: docs/how-to/docker.md

# The version that package.json pins.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
COPY clients/companion/package.json clients/companion/
# Skips install scripts: the only one builds the browser code, for which the sources are missing here.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# Removes what the image does not need: another Node and the build tools.
RUN rm -rf node_modules/node-* node_modules/.bin node_modules/@lectern \
      node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* \
      node_modules/highlight.js node_modules/marked
# Starts once to test the image and to cache compiled code for later starts.
RUN HOST=127.0.0.1 LECTERN_DATA_DIR=/tmp/first-start LECTERN_LOG_LEVEL=warn \
      timeout --preserve-status --signal=TERM 20 node bin/start.mjs > /dev/null

FROM node:${NODE_VERSION}-slim
LABEL org.opencontainers.image.title="Lectern" \
      org.opencontainers.image.description="Bible verses on live displays" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 LECTERN_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/src src
COPY --from=build /app/dist dist
# Makes "docker exec … lectern COMMAND" work. The server's user owns the data.
RUN ln -s /app/bin/lectern.mjs /usr/local/bin/lectern && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8080
# Healthy when it serves and its database responds. A start may take a while to migrate the schema.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server handles SIGTERM and stops within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "bin/start.mjs"]
