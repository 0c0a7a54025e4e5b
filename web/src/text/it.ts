/** The app's texts, by file. The app shows no section of the signing page that has a catalogue of its own; what the interface refuses is loaded when it does. */
export default import.meta.glob(
  [
    './it/*.json',
    '!./it/{check,embedded,form,framed,handover,hosted,identify,level,provider,scan,trial,violations}.json',
  ],
  { eager: true, import: 'default' },
);
