import { ApiError } from '../api/call.ts';
import type { UnfinishedSave } from '../api/unfinished-api.ts';
import type { SavedUnfinished, UnfinishedDocument, UnfinishedFile } from '../api/wire.ts';
import { checkAnnex, checkFile } from './chosen-files.ts';
import { isStarted, type SendDraft } from './send-state.ts';
import { contentOf } from './unfinished-state.ts';

/** `conflict`: it was saved elsewhere since, and the user decides which one stays. */
export type KeepState =
  | { is: 'unsaved' | 'saving' | 'conflict' }
  | { is: 'saved'; at: number }
  | { is: 'failed'; message: string };

export interface KeepPorts {
  read(): Promise<UnfinishedDocument>;
  addFile(file: File): Promise<UnfinishedFile>;
  save(save: UnfinishedSave): Promise<SavedUnfinished>;
  remove(version: number): Promise<void>;
  onState(state: KeepState): void;
}

/** What the server has, as far as this window knows; version null where it could not be asked. */
export interface Known {
  version: number | null;
  files: ReadonlyMap<File, number>;
}

interface Entered {
  draft: SendDraft;
  workspaceId: number;
}

const QUIET_MS = 800;
const RETRY_MS = 5_000;

/**
 * Saves what is entered, a moment after each change, one save after another. A save that fails is tried again by
 * itself. Each names the version that it goes on from: one that another window has passed stops all further ones.
 */
export class UnfinishedKeeper {
  readonly #ports: KeepPorts;
  #version: number | null;
  #stored: Map<File, number>;
  #wanted: Entered | null = null;
  #saved: Entered | null = null;
  #attempted: string | null = null;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(ports: KeepPorts, { version, files }: Known) {
    this.#ports = ports;
    this.#version = version;
    this.#stored = new Map(files);
  }

  get isUnsaved(): boolean {
    return this.#wanted !== this.#saved;
  }

  /** Notes what is there already, or what was entered since. */
  note(entered: Entered, isSaved = false): void {
    if (this.#wanted?.draft === entered.draft && this.#wanted.workspaceId === entered.workspaceId) return;
    this.#wanted = entered;
    if (isSaved) this.#saved = entered;
    else this.#later(QUIET_MS);
  }

  /** Saves at once what is not saved; never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** Overwrites what another window has saved. */
  async overwrite(): Promise<void> {
    const { version, files } = await this.#ports.read();
    const ids = new Set(files.map(({ id }) => id));
    this.#stored = new Map([...this.#stored].filter(([, id]) => ids.has(id)));
    this.#version = version;
    this.#isStopped = false;
    await this.flush();
  }

  /** No more saves: the document was sent, or another keeper goes on. */
  async stop({ isDone }: { isDone: boolean }): Promise<void> {
    if (!isDone) await this.flush();
    this.#isStopped = true;
    this.#saved = this.#wanted;
    clearTimeout(this.#timer);
    await this.#running;
    // One that cannot be removed is offered again, and started anew there.
    if (isDone && this.#version) await this.#ports.remove(this.#version).catch(() => {});
  }

  #later(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.flush(), delayMs);
  }

  async #saveAll(): Promise<void> {
    while (this.#wanted && this.isUnsaved && !this.#isStopped) {
      const entered = this.#wanted;
      this.#ports.onState({ is: 'saving' });
      try {
        const at = await this.#save(entered);
        this.#saved = entered;
        this.#ports.onState(at === null ? { is: 'unsaved' } : { is: 'saved', at });
      } catch (error) {
        this.#fail(error);
        return;
      }
    }
  }

  #fail(error: unknown): void {
    const status = error instanceof ApiError ? error.status : -1;
    if (status === 409) {
      this.#isStopped = true;
      this.#ports.onState({ is: 'conflict' });
      return;
    }
    // Its stored files may be gone: they are uploaded again.
    if (status === 400) this.#stored.clear();
    this.#ports.onState({ is: 'failed', message: error instanceof ApiError ? error.message : '' });
    this.#later(RETRY_MS);
  }

  /** When it was saved; null where there is nothing to save. */
  async #save({ draft, workspaceId }: Entered): Promise<number | null> {
    const version = await this.#knownVersion();
    if (!isStarted(draft)) {
      if (version > 0) await this.#ports.remove(version);
      this.#version = 0;
      this.#stored.clear();
      return null;
    }
    const documents = await this.#store(draft.files.filter((file) => checkFile(file) === null));
    const annexes = await this.#store(draft.annexes.filter((file) => checkAnnex(file) === null));
    const files = [...documents, ...annexes];
    const content = contentOf(draft, documents, annexes);
    this.#attempted = content;
    const saved = await this.#ports.save({ version, workspaceId, content, files });
    this.#attempted = null;
    this.#version = saved.version;
    this.#stored = new Map([...this.#stored].filter(([, id]) => files.includes(id)));
    return saved.savedDate;
  }

  /** Uploads what is not there yet; answers the id of each. */
  async #store(files: readonly File[]): Promise<number[]> {
    for (const file of files)
      if (!this.#stored.has(file)) this.#stored.set(file, (await this.#ports.addFile(file)).id);
    return files.flatMap((file) => this.#stored.get(file) ?? []);
  }

  /** After an answer that was lost, the server may have what was sent; then the next save goes on from there. */
  async #knownVersion(): Promise<number> {
    if (this.#version !== null && this.#attempted === null) return this.#version;
    const { version, content } = await this.#ports.read();
    const isOwn = version === (this.#version ?? 0) || content === this.#attempted;
    if (!isOwn) throw new ApiError({ statusCode: 409, code: 'WORKFLOW_STATUS_CONFLICT', message: '' });
    this.#version = version;
    return version;
  }
}
