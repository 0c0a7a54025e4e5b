interface ScanTexts {
  /** With {{finding}}, the name of what was recognized. */
  readonly infected: string;
  readonly unscanned: string;
}

const english: ScanTexts = {
  infected:
    'The virus scanner has recognized {{finding}} in this file. It was not attached; choose another one.',
  unscanned:
    'The file waits: the virus scanner does not answer, and nothing is attached without it. Choose the file again in a minute.',
};

/** What the signing page says of a file that a scanner refused, or could not examine, in each of its languages. */
export const scanTexts: Readonly<Record<string, ScanTexts>> = {
  en: english,
  de: {
    infected:
      'Der Virenscanner hat in dieser Datei {{finding}} erkannt. Sie wurde nicht angehängt; wählen Sie eine andere.',
    unscanned:
      'Die Datei wartet: Der Virenscanner antwortet nicht, und ohne ihn wird nichts angehängt. Wählen Sie die Datei in einer Minute noch einmal.',
  },
  es: {
    infected: 'El antivirus ha reconocido {{finding}} en este archivo. No se ha adjuntado; elija otro.',
    unscanned:
      'El archivo espera: el antivirus no responde y sin él no se adjunta nada. Elija el archivo de nuevo dentro de un minuto.',
  },
  fr: {
    infected:
      'L’antivirus a reconnu {{finding}} dans ce fichier. Il n’a pas été joint ; choisissez-en un autre.',
    unscanned:
      'Le fichier attend : l’antivirus ne répond pas, et rien n’est joint sans lui. Choisissez le fichier à nouveau dans une minute.',
  },
  ar: {
    infected: 'تعرّف فاحص الفيروسات على {{finding}} في هذا الملف. لم يُرفق؛ اختر ملفًا آخر.',
    unscanned:
      'الملف في الانتظار: فاحص الفيروسات لا يجيب، ولا يُرفق شيء من دونه. اختر الملف مرة أخرى بعد دقيقة.',
  },
};

export function infectedText(language: string, finding: string): string {
  return (scanTexts[language] ?? english).infected.replace('{{finding}}', () => finding);
}

export function unscannedText(language: string): string {
  return (scanTexts[language] ?? english).unscanned;
}
