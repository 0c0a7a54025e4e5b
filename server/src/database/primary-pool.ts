import pg from 'pg';
import type { Primary } from './primary.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * Connections to the primary of several PostgreSQL. When another one becomes it, those that are in use end, as they do
 * when a database is restarted, and idle ones are not used again.
 */
export class PrimaryPool extends pg.Pool {
  readonly #primary: Primary;
  readonly #inUse = new Set<pg.PoolClient>();
  readonly #stop: () => void;

  constructor(primary: Primary, settings: pg.PoolConfig) {
    super({ ...settings, Client: clientOf(primary) });
    this.#primary = primary;
    this.on('acquire', (client) => this.#inUse.add(client));
    this.on('release', (_error, client) => this.#inUse.delete(client));
    this.#stop = primary.onChange(() => {
      for (const client of [...this.#inUse]) leave(client as unknown as pg.Client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  override end(): Promise<void> {
    this.#stop();
    return super.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        return await this.#connectToPrimary();
      } catch (error) {
        if (isRepeated || !(await this.#primary.find())) throw error;
      }
    }
  }

  async #connectToPrimary(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if ((client as unknown as PrimaryClient).url === this.#primary.url()) return client;
      client.release(true);
    }
  }
}

/** Who only listens sends nothing that would fail, and a lost machine ends no connection: it is told as well. */
function leave(client: pg.Client): void {
  client.emit('error', new Error('Another PostgreSQL has become the primary.'));
  void client.end().catch(() => {});
}

interface PrimaryClient {
  /** Of the host that it leads to. */
  readonly url: string;
}

/** The pool makes its connections of what this returns, each to the primary of that moment. */
function clientOf(primary: Primary) {
  return class extends pg.Client implements PrimaryClient {
    readonly url: string;

    constructor(settings?: pg.ClientConfig) {
      const url = primary.url();
      super({ ...settings, connectionString: url });
      this.url = url;
    }
  };
}
