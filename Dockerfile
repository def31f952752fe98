# Two images: `docker build --target server .` (also without a target) and `docker build --target mock .`. The base image contains
# Node, so the development dependencies, such as the npm package `node`, are left out. deploy/pin-images adds its digest.
FROM node:24.21.0-bookworm-slim AS base
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./

FROM base AS mock
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY common common
COPY contracts contracts
COPY mock mock
COPY scripts/run.js scripts/run.js
USER node
EXPOSE 4010
# Delays and faults leave /__mock alone.
HEALTHCHECK --interval=10s --timeout=2s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT?.trim() || 4010) + '/__mock/sessions').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As `npm run mock` does; the contracts in an image never change.
CMD ["node", "--max-old-space-size=192", "--max-semi-space-size=2", "scripts/run.js", "mock/main.ts", "--no-watch"]

# Redis runs beside it (compose.yaml, deploy/kubernetes). The optional dependencies are those of the mock.
FROM base AS server
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY common common
COPY contracts contracts
COPY server server
COPY scripts scripts
USER node
# Compiled once here, not at the first start of each container: a worker starts sooner and takes 15 MiB less.
ENV NODE_COMPILE_CACHE=/home/node/compiled
RUN node server/processes/compile.ts
# The public port, and that of metrics and probes.
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=2s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT?.trim() || 8080) + '/api/v1/us/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does; server/README.md gives the cost and gain of the flag.
CMD ["node", "--max-semi-space-size=16", "server/main.js"]
