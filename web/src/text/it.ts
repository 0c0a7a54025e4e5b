/** The app's texts, by file. The app shows no section of the signing page that has a catalogue of its own. */
export default import.meta.glob(
  ['./it/*.json', '!./it/{check,handover,identify,level,provider,scan,trial}.json'],
  { eager: true, import: 'default' },
);
