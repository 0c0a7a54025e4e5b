import type { SigningLanguage } from '@paraph/domain';
import type { ChangeCause } from './preview-state.ts';

interface CheckTexts {
  /** Where the content is another one, and where the same one is to be checked once more. */
  readonly changedTitle: string;
  readonly againTitle: string;
  readonly causes: Readonly<Record<ChangeCause, string>>;
  /** Follows each cause. */
  readonly remedy: string;
  readonly proofMissing: string;
  readonly timestampMissing: string;
}

/** Why the check has to be made once more: a part that only the check loads, so that every language is in it. */
export const CHECK_TEXTS: Readonly<Record<SigningLanguage, CheckTexts>> = {
  en: {
    changedTitle: 'What you checked has changed',
    againTitle: 'Check once more, please',
    causes: {
      answer: 'An answer was changed in another window or on another device.',
      person: 'The sender has corrected your name or address.',
      day: 'A new day has begun since you checked, and what you sign shows the day.',
      old: 'You checked more than ten minutes ago.',
      used: 'This check was used before, in another window perhaps.',
      unknown: 'What you checked is no longer what would be signed.',
    },
    remedy: 'Nothing was signed. The pages show what you would sign now: check them, then finish.',
    proofMissing:
      'Show once more that it is you who signs: what you showed is over, or was for other content.',
    timestampMissing:
      'The signature before yours is still waiting for its timestamp, which yours has to cover. Try again in a few minutes.',
  },
  fr: {
    changedTitle: 'Ce que vous avez vérifié a changé',
    againTitle: 'Veuillez vérifier encore une fois',
    causes: {
      answer: 'Une réponse a été modifiée dans une autre fenêtre ou sur un autre appareil.',
      person: 'L’expéditeur a corrigé votre nom ou votre adresse.',
      day: 'Un nouveau jour a commencé depuis votre vérification, et ce que vous signez porte la date.',
      old: 'Votre vérification date de plus de dix minutes.',
      used: 'Cette vérification a déjà servi, peut-être dans une autre fenêtre.',
      unknown: 'Ce que vous avez vérifié n’est plus ce qui serait signé.',
    },
    remedy:
      'Rien n’a été signé. Les pages montrent ce que vous signeriez maintenant : vérifiez-les, puis terminez.',
    proofMissing:
      'Montrez encore une fois que c’est bien vous qui signez : votre preuve a expiré ou concernait un autre contenu.',
    timestampMissing:
      'La signature précédente attend encore son horodatage, que la vôtre doit couvrir. Réessayez dans quelques minutes.',
  },
  de: {
    changedTitle: 'Was Sie geprüft haben, hat sich geändert',
    againTitle: 'Bitte prüfen Sie noch einmal',
    causes: {
      answer: 'Eine Antwort wurde in einem anderen Fenster oder auf einem anderen Gerät geändert.',
      person: 'Der Absender hat Ihren Namen oder Ihre Adresse berichtigt.',
      day: 'Seit Ihrer Prüfung hat ein neuer Tag begonnen, und was Sie unterschreiben, zeigt den Tag.',
      old: 'Ihre Prüfung liegt mehr als zehn Minuten zurück.',
      used: 'Diese Prüfung wurde schon verwendet, vielleicht in einem anderen Fenster.',
      unknown: 'Was Sie geprüft haben, ist nicht mehr das, was unterschrieben würde.',
    },
    remedy:
      'Nichts wurde unterschrieben. Die Seiten zeigen, was Sie jetzt unterschreiben würden: Prüfen Sie sie, und schließen Sie dann ab.',
    proofMissing:
      'Zeigen Sie noch einmal, dass Sie es sind: Ihr Nachweis ist abgelaufen oder galt einem anderen Inhalt.',
    timestampMissing:
      'Die Unterschrift vor Ihrer wartet noch auf ihren Zeitstempel, den Ihre einschließen muss. Versuchen Sie es in einigen Minuten noch einmal.',
  },
  es: {
    changedTitle: 'Lo que ha comprobado ha cambiado',
    againTitle: 'Compruébelo otra vez, por favor',
    causes: {
      answer: 'Se ha cambiado una respuesta en otra ventana o en otro dispositivo.',
      person: 'El remitente ha corregido su nombre o su dirección.',
      day: 'Ha empezado un nuevo día desde su comprobación, y lo que usted firma muestra el día.',
      old: 'Han pasado más de diez minutos desde su comprobación.',
      used: 'Esta comprobación ya se ha usado, quizá en otra ventana.',
      unknown: 'Lo que ha comprobado ya no es lo que se firmaría.',
    },
    remedy:
      'No se ha firmado nada. Las páginas muestran lo que firmaría ahora: compruébelas y después finalice.',
    proofMissing:
      'Muestre otra vez que es usted quien firma: su prueba ha caducado o era para otro contenido.',
    timestampMissing:
      'La firma anterior a la suya espera todavía su sello de tiempo, que la suya debe incluir. Inténtelo de nuevo en unos minutos.',
  },
  ar: {
    changedTitle: 'تغيّر ما تحققت منه',
    againTitle: 'يُرجى التحقق مرة أخرى',
    causes: {
      answer: 'تغيّرت إجابة في نافذة أخرى أو على جهاز آخر.',
      person: 'صحّح المرسل اسمك أو عنوانك.',
      day: 'بدأ يوم جديد منذ تحققك، وما توقّعه يُظهر اليوم.',
      old: 'مضى على تحققك أكثر من عشر دقائق.',
      used: 'سبق استعمال هذا التحقق، ربما في نافذة أخرى.',
      unknown: 'لم يعد ما تحققت منه هو ما سيُوقَّع.',
    },
    remedy: 'لم يوقَّع شيء. تعرض الصفحات ما ستوقّعه الآن: تحقق منها، ثم اضغط على إنهاء.',
    proofMissing: 'أثبت مرة أخرى أنك أنت من يوقّع: انتهت صلاحية ما أثبتّه، أو كان لمحتوى آخر.',
    timestampMissing:
      'لا يزال التوقيع السابق لتوقيعك ينتظر ختمه الزمني، وعلى توقيعك أن يشمله. حاول مرة أخرى بعد دقائق.',
  },
};
