import { readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ValidationReport } from '@paraph/pades';
import type { IntakeAnswer, IntakeLine, IntakeTask } from './intake-messages.ts';
import { checkAttachment } from './reading/check-attachment.ts';
import { checkOffice } from './reading/check-office.ts';
import { checkPicture } from './reading/check-picture.ts';
import { comparePictures } from './reading/compare-pictures.ts';
import { drawFirstPage } from './reading/draw-first-page.ts';
import { evaluateFile } from './reading/evaluate-file.ts';
import { examineFile } from './reading/examine-file.ts';
import { findPlaces } from './reading/find-places.ts';
import { openViewer } from './reading/pdfium.ts';
import { makePicturePage } from './reading/picture-page.ts';
import { rehearseFile } from './reading/rehearse-file.ts';

// The intake's child process: reads one request per line from standard input and responds on standard output. It must
// not open files: their bytes arrive through a pipe. Its parent limits its memory and time, and kills it when it
// exceeds them. It ends at the end of its input.

/** The pipe with the files, one after another (`intake-process.ts`). */
const FILES_DESCRIPTOR = 3;
/**
 * After so much use a process is replaced: the viewer's memory only ever grows. Rarely, because a new one costs as
 * much as 50 files to start, and its first files twice as much as later ones, until the engine has compiled the code.
 */
const SPENT = { cpuSeconds: 20, residentBytes: 300 * 1024 * 1024 } as const;

/** Memory for files up to this size is used again: the collector of garbage would have little else to do. */
const BUFFER_BYTES_MAX = 4 * 1024 * 1024;
/** Grows to the largest of these; each task overwrites it. */
let buffer = Buffer.allocUnsafeSlow(0);

const viewer = await openViewer();
write({ kind: 'ready' });
for await (const line of createInterface({ input: process.stdin })) {
  const answer = answerTo(JSON.parse(line) as IntakeTask);
  write({ kind: 'answer', answer, isSpent: answer.kind === 'failed' || isSpent() });
}

function answerTo(task: IntakeTask): IntakeAnswer {
  try {
    const file = receiveFile(task.size);
    if (task.kind === 'evaluate') {
      const compare = (report: ValidationReport) =>
        comparePictures(viewer, report, { file, onPagesRead: reportProgress });
      return evaluateFile(file, task, task.withPictures ? compare : undefined);
    }
    if (task.kind === 'first-page') return drawFirstPage(viewer, file);
    if (task.kind === 'printed-places')
      return findPlaces(viewer, file, { ...task, onPagesRead: reportProgress });
    if (task.kind === 'rehearse') return rehearseFile(file, task);
    if (task.kind === 'picture') return checkPicture(viewer, file, task);
    if (task.kind === 'page') return makePicturePage(viewer, file);
    if (task.kind === 'office') return checkOffice(file);
    if (task.kind === 'attachment') return checkAttachment(viewer, file);
    return examineFile(viewer, file, {
      ...task,
      onPagesRead: reportProgress,
    });
  } catch (error) {
    // The viewer failed, so its memory is not trustworthy any more: ends the process.
    if (error instanceof Error && error.name === 'RuntimeError') process.exit(70);
    return { kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function reportProgress(pages: number): void {
  write({ kind: 'progress', pages });
}

/** Valid until the next one is received. */
function receiveFile(size: number): Buffer {
  if (size > buffer.length && size <= BUFFER_BYTES_MAX) buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES_MAX);
  const file = size <= BUFFER_BYTES_MAX ? buffer.subarray(0, size) : Buffer.allocUnsafeSlow(size);
  for (let received = 0; received < size; ) {
    const count = readSync(FILES_DESCRIPTOR, file, received, size - received, null);
    // The parent has ended.
    if (count === 0) process.exit(70);
    received += count;
  }
  return file;
}

function isSpent(): boolean {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 > SPENT.cpuSeconds || process.memoryUsage.rss() > SPENT.residentBytes;
}

function write(line: IntakeLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
