FROM node:24-bookworm-slim
WORKDIR /paraph
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY contract/package.json contract/
COPY pades/package.json pades/
COPY postgres/package.json postgres/
COPY server/package.json server/
COPY web/package.json web/
COPY verifier/package.json verifier/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
RUN npm ci
# Names in the scripts of East Asia and in Thai are set in these.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-wqy-microhei fonts-tlwg-garuda-ttf \
  && rm -rf /var/lib/apt/lists/*
COPY . .
RUN npm run build && mkdir /data /keys && chown node:node /data /keys
USER node
ENV PARAPH_HOST=0.0.0.0 PARAPH_DATA_DIR=/data
EXPOSE 3000
VOLUME /data
CMD ["npm", "start"]
