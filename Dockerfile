# The server only; Redis runs beside it (compose.yaml). The base image contains Node, so the development dependencies, such as
# the npm package `node`, are left out.
FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY contracts contracts
COPY server server
COPY scripts scripts
USER node
# Compiled once here, not at the first start of each container: a worker starts sooner and takes 15 MiB less.
ENV NODE_COMPILE_CACHE=/home/node/compiled
RUN node server/processes/compile.ts
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=2s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 8080) + '/api/v1/us/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does; server/README.md gives the cost and gain of the flag.
CMD ["node", "--max-semi-space-size=16", "server/main.js"]
