# A release is pinned: --build-arg NODE_IMAGE=node@sha256:… (docs/operations/containers.md says how to find it)
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /paraph
COPY . .
RUN npm ci && npm run build

FROM ${NODE_IMAGE}
WORKDIR /paraph
# Names in the scripts of East Asia and in Thai are set in these fonts; damaged uploads are repaired by qpdf.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-wqy-microhei fonts-tlwg-garuda-ttf qpdf \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY contract/package.json contract/openapi.json contract/
COPY pades/package.json pades/
COPY postgres/package.json postgres/
COPY storage/package.json storage/
COPY intake/package.json intake/
COPY sandbox/package.json sandbox/
COPY server/package.json server/
COPY operator/package.json operator/
RUN npm ci --omit=dev --workspace @paraph/operator && npm cache clean --force
COPY tools/paraph.mjs tools/runtime.mjs tools/
COPY server/migrations server/migrations
COPY server/passwords server/passwords
COPY --from=build /paraph/server/dist server/dist
COPY --from=build /paraph/web/dist web/dist
COPY --from=build /paraph/verifier/dist verifier/dist
COPY --from=build /paraph/dist dist
RUN mkdir /data /keys && chown node:node /data /keys
USER node
ENV NODE_ENV=production PARAPH_HOST=0.0.0.0 PARAPH_DATA_DIR=/data
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://localhost:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tools/paraph.mjs", "serve"]
