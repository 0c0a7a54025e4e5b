import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from './save-queue.ts';
import { SaveQueue } from './save-queue.ts';
import { retryDelayMs, saveStateWith, saveStatusOf } from './save-state.ts';

describe('saving answers', () => {
  it('sends an answer at once and says saved when the server has it', async () => {
    const { queue, server, work } = queueWith();
    queue.answer(1, 'Ghent');
    expect(saveStatusOf(queue.state)).toBe('saving');
    await work();
    expect(server.get(1)).toBe('Ghent');
    expect(saveStatusOf(queue.state)).toBe('saved');
  });

  it('keeps an answer that could not be sent, reports it, and sends it on retry', async () => {
    const { queue, server, work, answerWith, stored } = queueWith();
    answerWith('later');
    queue.answer(1, 'Ghent');
    await work();
    queue.retry();
    await work();
    expect(saveStatusOf(queue.state)).toBe('error');
    expect([...stored()]).toEqual([[1, 'Ghent']]);
    answerWith('saved');
    queue.retry();
    await work();
    expect(server.get(1)).toBe('Ghent');
    expect(stored().size).toBe(0);
    expect(saveStatusOf(queue.state)).toBe('saved');
  });

  it('sends only the newest answer to a field that changed while offline', async () => {
    const { queue, server, work, answerWith, sent } = queueWith();
    answerWith('later');
    queue.answer(1, 'G');
    await work();
    queue.answer(1, 'Ghent');
    answerWith('saved');
    queue.retry();
    await work();
    expect(server.get(1)).toBe('Ghent');
    expect(sent).toEqual(['G', 'Ghent']);
  });

  it('sends all of several answers when the page is left, and keeps them until the server has confirmed', async () => {
    const { queue, server, work, stored, sent } = queueWith();
    queue.answer(1, 'Ghent');
    queue.answer(2, 'Ada', 500);
    queue.hold(3, 'ana@');
    queue.leave();
    expect(sent).toEqual(['Ghent', 'Ghent', 'Ada']);
    expect([...stored().keys()]).toEqual([1, 2, 3]);
    queue.retry();
    await work();
    await work();
    expect([...server]).toEqual([
      [1, 'Ghent'],
      [2, 'Ada'],
    ]);
    expect([...stored().keys()]).toEqual([3]);
  });

  it('does not repeat what the server refused, and forgets the refusal with the next answer', async () => {
    const { queue, work, answerWith, sent } = queueWith();
    answerWith('refused');
    queue.answer(1, 'x');
    await work();
    expect(queue.state.refused.get(1)).toBe('Write a number.');
    queue.retry();
    await work();
    expect(sent).toEqual(['x']);
    answerWith('saved');
    queue.answer(1, '12');
    await work();
    expect(queue.state.refused.size).toBe(0);
  });

  it('waits for a pause in typing and then sends the whole word', async () => {
    const { queue, sent, work, pass } = queueWith();
    queue.answer(1, 'G', 400);
    queue.answer(1, 'Ghent', 400);
    await work();
    expect(sent).toEqual([]);
    pass();
    await work();
    expect(sent).toEqual(['Ghent']);
  });

  it('does not send a half-written answer, but keeps it for the next visit', async () => {
    const { queue, sent, work, stored } = queueWith();
    queue.hold(1, 'ana@');
    queue.retry();
    await work();
    expect(sent).toEqual([]);
    expect(saveStatusOf(queue.state)).toBe('held');
    expect([...stored()]).toEqual([[1, 'ana@']]);
    queue.answer(1, 'ana@example.org');
    await work();
    expect(sent).toEqual(['ana@example.org']);
    expect(stored().size).toBe(0);
  });

  it('carries on with what an earlier visit could not save', async () => {
    const { queue, server, work } = queueWith(new Map([[4, 'Ana']]));
    queue.retry();
    await work();
    expect(server.get(4)).toBe('Ana');
  });

  it('settles true when all is saved and false when a send fails', async () => {
    const { queue, answerWith, work } = queueWith();
    expect(await queue.settled()).toBe(true);
    queue.answer(1, 'a');
    const settled = queue.settled();
    await work();
    expect(await settled).toBe(true);
    answerWith('later');
    queue.answer(1, 'b');
    const failed = queue.settled();
    await work();
    expect(await failed).toBe(false);
    answerWith('saved');
    queue.hold(1, 'ana@');
    expect(await queue.settled()).toBe(false);
    answerWith('refused');
    queue.answer(1, 'x');
    await work();
    expect(await queue.settled()).toBe(false);
  });

  it('ends with the newest answer of every field, whatever fails on the way', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('answer' as const),
        id: fc.integer({ min: 1, max: 4 }),
        value: fc.string(),
      }),
      fc.record({
        do: fc.constantFrom('retry' as const, 'work' as const, 'offline' as const, 'online' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { queue, server, work, answerWith } = queueWith();
        const newest = new Map<number, string | null>();
        for (const each of steps) {
          if (each.do === 'answer') {
            newest.set(each.id, each.value);
            queue.answer(each.id, each.value);
          } else if (each.do === 'retry') queue.retry();
          else if (each.do === 'work') await work();
          else answerWith(each.do === 'offline' ? 'later' : 'saved');
        }
        answerWith('saved');
        await work();
        queue.retry();
        await work();
        expect(new Map([...server].sort())).toEqual(new Map([...newest].sort()));
      }),
      { numRuns: 60 },
    );
  });
});

it('the pause before a retry doubles from half a second to half a minute', () => {
  expect([1, 2, 3, 7, 50].map(retryDelayMs)).toEqual([500, 1000, 2000, 30_000, 30_000]);
});

function queueWith(initial: ReadonlyMap<number, string | null> = new Map()) {
  const server = new Map<number, string | null>();
  const sent: (string | null)[] = [];
  let mode: SendOutcome['kind'] = 'saved';
  let lastStored: ReadonlyMap<number, string | null> = initial;
  let waiting: (() => void) | null = null;
  const queue = new SaveQueue(
    {
      send: async (fieldId, value) => {
        sent.push(value);
        const answer = mode;
        await Promise.resolve();
        if (answer === 'saved') server.set(fieldId, value);
        return answer === 'refused' ? { kind: answer, message: 'Write a number.' } : { kind: answer };
      },
      after: (_, run) => {
        waiting = run;
        return () => {
          waiting = null;
        };
      },
      store: (unsaved) => {
        lastStored = unsaved;
      },
    },
    saveStateWith({ pending: initial, deferred: new Map() }),
  );
  return {
    queue,
    server,
    sent,
    stored: () => lastStored,
    pass: () => waiting?.(),
    answerWith: (kind: SendOutcome['kind']) => {
      mode = kind;
    },
    work: async () => {
      for (let round = 0; round < 50; round += 1) await Promise.resolve();
    },
  };
}
