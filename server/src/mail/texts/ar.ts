import type { RecipientTexts } from './mail-texts.ts';

/** The Arabic texts of the mails to recipients. Counts are said in a form that fits every number. */
export const ar: RecipientTexts = {
  locale: 'ar-u-nu-latn',
  language: 'ar',
  mails: {
    invitation_sign: {
      subject: 'يطلب منك {sender} توقيع {document}',
      heading: 'يطلب منك {sender} التوقيع',
      lines: ['يُرجى قراءة «{document}» وتوقيعه. {account}'],
      button: 'فتح وتوقيع',
    },
    invitation_review: {
      subject: 'يطلب منك {sender} مراجعة {document}',
      heading: 'يطلب منك {sender} المراجعة',
      lines: ['يُرجى قراءة «{document}» ثم الموافقة عليه أو رفضه. لا تحتاج إلى حساب: الزر يفتحه.'],
      button: 'فتح ومراجعة',
    },
    turn_sign: {
      subject: 'يطلب منك {sender} توقيع {document}',
      heading: 'حان دورك للتوقيع',
      lines: ['انتهى كل من سبقك من «{document}». يُرجى قراءته وتوقيعه. {account}'],
      button: 'فتح وتوقيع',
    },
    turn_review: {
      subject: 'يطلب منك {sender} مراجعة {document}',
      heading: 'حان دورك للمراجعة',
      lines: ['انتهى كل من سبقك من «{document}». يُرجى قراءته ثم الموافقة عليه أو رفضه.'],
      button: 'فتح ومراجعة',
    },
    reminder_sign: {
      subject: 'تذكير: يطلب منك {sender} توقيع {document}',
      heading: 'ما زال توقيعك ناقصًا',
      lines: ['ينتظر {sender} أن تقرأ «{document}» وتوقّعه. {account}'],
      button: 'فتح وتوقيع',
    },
    reminder_review: {
      subject: 'تذكير: يطلب منك {sender} مراجعة {document}',
      heading: 'ما زال ردّك ناقصًا',
      lines: ['ينتظر {sender} أن تقرأ «{document}» ثم توافق عليه أو ترفضه. لا تحتاج إلى حساب.'],
      button: 'فتح ومراجعة',
    },
    completed: {
      subject: 'وقّع الجميع على {document}',
      heading: 'اكتملت جميع التوقيعات',
      lines: [
        '«{document}» موقّع ومختوم. احتفظ بالملف المختوم: فهو يذكر من وقّع، ويُظهر أي تغيير لاحق.',
        'للتحقق منه، ضع الملف في الصفحة أدناه. لا تحتاج إلى حساب. يجب أن تكون الرموز بجانب التوقيعات هي المذكورة هنا.',
        '{issuers}',
      ],
      button: 'فتح المستند المختوم',
    },
    completed_several: {
      subject: 'وقّع الجميع على {document}',
      heading: 'اكتملت جميع التوقيعات',
      lines: [
        '«{document}» موقّع ومختوم: {count} من المستندات. احتفظ بالملفات المختومة: فهي تذكر من وقّع، وتُظهر أي تغيير لاحق.',
        'للتحقق منها، ضع كل ملف في الصفحة أدناه. لا تحتاج إلى حساب. يجب أن تكون الرموز بجانب التوقيعات هي المذكورة هنا.',
        '{issuers}',
      ],
      button: 'فتح المستندات المختومة',
    },
    declined: {
      subject: 'رفض {decliner} المستند {document}',
      heading: 'رفض {decliner}',
      lines: ['رُفض «{document}» من {decliner}، فهو ينتهي هنا ولا يمكن توقيعه بعد الآن.'],
      button: 'الاطلاع على ما حدث',
    },
    passed_on: {
      subject: 'أحال {former} {document} إلى {successor}',
      heading: 'أحال {former} الطلب',
      lines: ['طلب {former} من {successor} ({to}) التصرف بدلًا منه في «{document}». أُرسل رابط جديد إلى هناك.'],
      button: 'انظر ما حدث',
    },
    canceled: {
      subject: 'ألغى {sender} المستند {document}',
      heading: 'لم يعد هناك ما يلزم فعله',
      lines: ['ألغى {sender} «{document}». لا يلزمك فعل شيء؛ ولا يمكن توقيع شيء بعد الآن.'],
      button: 'الاطلاع على كيفية الانتهاء',
    },
    passkey_code: {
      subject: 'رمزك لإعداد مفتاح مرور',
      heading: 'رمزك: {code}',
      lines: [
        'أدخل هذا الرمز في الصفحة التي وقّعت فيها «{document}» لإعداد مفتاح مرور. وهو صالح لمدة 10 دقائق.',
        'بمفتاح المرور تثبت من أنت عند توقيع المستندات المرسلة إلى هذا البريد. لا تعط الرمز لأي شخص. إن لم تطلبه فلا تفعل شيئًا، وأخبر {sender}.',
      ],
      button: '',
    },
    signing_code: {
      subject: 'رمزك لتوقيع {document}',
      heading: 'رمزك: {code}',
      lines: [
        'أدخل هذا الرمز في الصفحة التي توقّع فيها «{document}». وهو صالح لمدة 10 دقائق، ولما راجعته هناك فقط.',
        'لا تعطه لأي شخص. إن لم تطلب رمزًا فلا تفعل شيئًا، وأخبر {sender}.',
      ],
      button: '',
    },
    expired: {
      subject: 'انقضت مهلة {document}',
      heading: 'انقضت المهلة',
      lines: ['لم يكتمل «{document}» في الوقت المحدد، فلا يمكن توقيعه بعد الآن.'],
      button: 'الاطلاع على كيفية الانتهاء',
    },
  },
  accounts: {
    simple: 'لا تحتاج إلى حساب: الزر يفتح المستند.',
    advanced: 'لا تحتاج إلى حساب. قبل الإنهاء تُثبت هويتك، برمز مثلًا؛ وتوضح الصفحة الطريقة.',
    qualified:
      'قبل الإنهاء تسجّل الدخول لدى مقدّم خدمات ثقة يتحقق من هويتك ويوقّع بمفتاحك: تحتاج إلى حساب لديه، ولا تحتاج إلى حساب هنا.',
  },
  sandbox: 'بيئة تجريبية، بلا أثر قانوني: تعمل هذه الخدمة للتجربة، ويوقّع مقدّم الخدمة التجريبي التابع لها.',
  issuers: {
    own: 'يتحقق قارئ PDF من التوقيعات أيضًا، ويصف جهة إصدارها بأنها غير معروفة ما دام لا يعرف الشهادة الجذرية لـ {host}. هذا يتعلق بجهة الإصدار لا بالمستند؛ ويشرح الدليل كيفية الوثوق بالجذر.',
    provider:
      'يتحقق قارئ PDF من التوقيعات أيضًا. جهات إصدارها هي مقدّمو خدمات الثقة للموقّعين: فهو يصف جهة الإصدار بأنها غير معروفة ما دام لا يعرف ذلك المقدّم. هذا يتعلق بجهة الإصدار لا بالمستند؛ وفي الدليل مزيد من التوضيح.',
  },
  checks: {
    page: 'التحقق من المستند',
    guide: 'كيفية التحقق منه في قارئ PDF والوثوق بالجذر',
    root: 'الشهادة الجذرية',
  },
  labels: {
    codes: 'رموز التوقيعات',
    from: 'من',
    log: 'حالة سجل الأختام',
    sentBy: 'أُرسل بواسطة',
    document: 'المستند',
    missing: 'لم يُجب',
    deadline: 'المهلة',
  },
  messageOf: 'كتب {sender}:',
  reasonOf: 'ذكر {decliner} هذا السبب:',
  inDays: { one: 'الأيام المتبقية: {count}', other: 'الأيام المتبقية: {count}' },
  inHours: { one: 'الساعات المتبقية: {count}', other: 'الساعات المتبقية: {count}' },
  keySender: 'المفتاح «{keyName}» الخاص بـ {keyMaker}',
  certificate: {
    completed: 'شهادة الإتمام مرفقة: من وقّع على ماذا، ومتى.',
    ended: 'مرفقة شهادة بكيفية الانتهاء.',
  },
  attached: {
    one: 'المستند مرفق: {contents}.',
    other: 'المستندات مرفقة: {contents}.',
  },
  tooLarge: {
    one: 'المستند ({contents}) أكبر من أن يُرسل في رسالة ({size} ميغابايت)؛ والزر يفتحه.',
    other: 'المستندات ({contents}) أكبر من أن تُرسل في رسالة ({size} ميغابايت معًا)؛ والزر يفتحها.',
  },
  otherWay: 'إذا لم يعمل الزر، فافتح هذا العنوان:',
  personal: 'الرابط لك وحدك: فهو يتيح الرد باسمك. لا تُعِد توجيه هذه الرسالة.',
  whySender: 'تصلك هذه الرسالة لأنك أرسلت المستند.',
  whyRecipient: 'تصلك هذه الرسالة لأن {sender} من {organization} ذكر {email} بين المستلمين.',
  sentBy: 'أُرسل عبر Paraph، {host}.',
  abuse: 'هل هذه الرسالة مزعجة أو مسيئة؟ أبلِغ {contact}.',
};
