// A process that is killed while it works: `killed-worker.js <work> …`. It is bundled before the tests, because Node needs
// two seconds of processor time to find and strip the sources at each start, and half a second for the bundle.
const [work] = process.argv.slice(2);
if (work === 'seal') await import('./seal-worker.ts');
else if (work === 'finish') await import('./finish-worker.ts');
else if (work === 'encrypt') await import('./encrypting-worker.ts');
else throw new Error(`No such work: ${work}`);
