import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/call.ts';
import { type KeepState, UnfinishedKeeper } from './keep-unfinished.ts';
import { changeDraft, emptyDraft, type SendDraft } from './send-state.ts';
import { draftOf, nameIn } from './unfinished-state.ts';

const PDF = new File(['%PDF-1.7'], 'Lease.pdf', { type: 'application/pdf' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with one row, which several windows write. */
function serverOf() {
  const row = { version: 0, content: '', files: [] as number[] };
  const calls: string[] = [];
  let isNextLost = false;
  const answer = async <T>(name: string, act: () => T): Promise<T> => {
    calls.push(name);
    const answered = act();
    if (!isNextLost) return answered;
    isNextLost = false;
    throw new ApiError({ statusCode: 0, code: 'SERVER_UNREACHABLE', message: 'No connection.' });
  };
  const requireVersion = (version: number) => {
    if (version !== row.version) throw new ApiError({ statusCode: 409, code: 'C', message: 'Changed' });
  };
  const readRow = () => {
    const files = row.files.map((id) => ({ id, name: '', size: 1 }));
    return { ...row, files, workspaceId: 1, savedDate: 1 };
  };
  const window = (version: number | null = row.version) => {
    const states: KeepState[] = [];
    const ports = {
      read: () => answer('read', readRow),
      addFile: (file: File) => answer('file', () => ({ id: calls.length, name: file.name, size: file.size })),
      save: ({
        version: from,
        content,
        files,
      }: {
        version: number;
        content: string;
        files: readonly number[];
      }) =>
        answer('save', () => {
          requireVersion(from);
          Object.assign(row, { version: from + 1, content, files });
          return { version: row.version, savedDate: 7 };
        }),
      remove: (from: number) =>
        answer('remove', () => {
          requireVersion(from);
          Object.assign(row, { version: 0, content: '', files: [] });
        }),
      onState: (state: KeepState) => void states.push(state),
    };
    const keeper = new UnfinishedKeeper(ports, { version, files: new Map() });
    const enter = (draft: SendDraft) => keeper.note({ draft, workspaceId: 1 });
    return { keeper, enter, states };
  };
  const loseNext = () => {
    isNextLost = true;
  };
  return { row, calls, window, loseNext };
}

const named = (name: string) => changeDraft(emptyDraft('a'), { do: 'name', name });

describe('what is entered', () => {
  it('is saved a moment after the last change, with each file once, and comes back as it was', async () => {
    const server = serverOf();
    const { enter, states } = server.window();
    const withFile = changeDraft(emptyDraft('a'), { do: 'add-file', file: PDF });
    enter(withFile);
    const written = changeDraft(withFile, { do: 'person', key: 'a-person', change: { email: 'ada@' } });
    enter(written);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual(['file', 'save']);
    expect(states.at(-1)).toEqual({ is: 'saved', at: 7 });
    enter(changeDraft(written, { do: 'deadline', deadline: { moment: '2027-01-02T12:00' } }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual(['file', 'save', 'save']);
    const back = draftOf(server.row.content, new Map([[server.row.files[0] ?? 0, PDF]]));
    expect(back).toMatchObject({ name: 'Lease', deadline: { moment: '2027-01-02T12:00' }, files: [PDF] });
    expect(back?.steps[0]?.people[0]).toMatchObject({ name: '', email: 'ada@' });
    expect([nameIn(server.row.content), nameIn('[]'), draftOf('no', new Map())]).toEqual(['Lease', '', null]);
    expect(draftOf('{"steps":[{"people":7}],"deadline":5,"type":"royal"}', new Map())).toMatchObject({
      type: 'simple',
      deadline: { days: 14 },
      steps: [{ type: 'sign', people: [{ name: '' }] }],
    });
  });

  it('leaves nothing behind when it is emptied, or sent', async () => {
    const server = serverOf();
    const { enter, keeper } = server.window();
    enter(emptyDraft('a'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual([]);
    enter(named('Lease'));
    await keeper.flush();
    enter(named(''));
    await keeper.flush();
    expect(server.row.version).toBe(0);
    enter(named('Lease'));
    await keeper.flush();
    await keeper.stop({ isDone: true });
    enter(named('Lease 2'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.calls).toEqual(['save', 'remove', 'save', 'remove']);
  });

  it('is tried again by itself, and not mistaken for another window’s after a lost answer', async () => {
    const server = serverOf();
    const { enter, keeper, states } = server.window();
    server.loseNext();
    enter(named('Lease'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states.at(-1)).toEqual({ is: 'failed', message: 'No connection.' });
    expect([keeper.isUnsaved, server.row.version]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect([states.at(-1)?.is, server.row.version, keeper.isUnsaved]).toEqual(['saved', 2, false]);
  });

  it('overwrites nothing of another window until the user says so', async () => {
    const server = serverOf();
    const [one, two] = [server.window(), server.window()];
    one.enter(named('One'));
    await one.keeper.flush();
    two.enter(named('Two'));
    await two.keeper.flush();
    two.enter(named('Two more'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([two.states.at(-1), nameIn(server.row.content)]).toEqual([{ is: 'conflict' }, 'One']);
    await two.keeper.overwrite();
    expect([two.states.at(-1)?.is, nameIn(server.row.content)]).toEqual(['saved', 'Two more']);
    const late = server.window(null);
    late.enter(named('Late'));
    await late.keeper.flush();
    expect(late.states.at(-1)).toEqual({ is: 'conflict' });
  });
});
