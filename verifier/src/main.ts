import { startPage } from './page/start-page.ts';
import { startWorker } from './worker.ts';

// One script is both: the page starts a worker from its own text, because a file on the disk may load no other.
if (typeof document === 'undefined') startWorker();
else startPage(document);
