import type { RecipientTexts } from './mail-texts.ts';

/** The Spanish texts of the mails to recipients. */
export const es: RecipientTexts = {
  locale: 'es-ES',
  language: 'es',
  mails: {
    invitation_sign: {
      subject: '{sender} le pide que firme {document}',
      heading: '{sender} le pide su firma',
      lines: ['Lea «{document}» y fírmelo, por favor. {account}'],
      button: 'Abrir y firmar',
    },
    invitation_review: {
      subject: '{sender} le pide que revise {document}',
      heading: '{sender} le pide una revisión',
      lines: [
        'Lea «{document}» y apruébelo o rechácelo, por favor. No necesita una cuenta: el botón lo abre.',
      ],
      button: 'Abrir y revisar',
    },
    turn_sign: {
      subject: '{sender} le pide que firme {document}',
      heading: 'Le toca firmar',
      lines: [
        'Todas las personas anteriores han terminado con «{document}». Léalo y fírmelo, por favor. {account}',
      ],
      button: 'Abrir y firmar',
    },
    turn_review: {
      subject: '{sender} le pide que revise {document}',
      heading: 'Le toca revisar',
      lines: [
        'Todas las personas anteriores han terminado con «{document}». Léalo y apruébelo o rechácelo, por favor.',
      ],
      button: 'Abrir y revisar',
    },
    reminder_sign: {
      subject: 'Recordatorio: {sender} le pide que firme {document}',
      heading: 'Todavía falta su firma',
      lines: ['{sender} espera que lea «{document}» y lo firme. {account}'],
      button: 'Abrir y firmar',
    },
    reminder_review: {
      subject: 'Recordatorio: {sender} le pide que revise {document}',
      heading: 'Todavía falta su respuesta',
      lines: ['{sender} espera que lea «{document}» y lo apruebe o lo rechace. No necesita una cuenta.'],
      button: 'Abrir y revisar',
    },
    completed: {
      subject: 'Todas las personas han firmado {document}',
      heading: 'Todo está firmado',
      lines: [
        '«{document}» está firmado y sellado. Guarde el archivo sellado: dice quién firmó y muestra cualquier cambio posterior.',
        'Para comprobarlo, suelte el archivo en la página de abajo. No necesita una cuenta. Los códigos junto a las firmas deben ser los que aparecen aquí.',
        'Un lector de PDF también comprueba las firmas. {issuers}',
      ],
      button: 'Abrir el documento sellado',
    },
    completed_several: {
      subject: 'Todas las personas han firmado {document}',
      heading: 'Todo está firmado',
      lines: [
        '«{document}» está firmado y sellado: {count} documentos. Guarde los archivos sellados: dicen quién firmó y muestran cualquier cambio posterior.',
        'Para comprobarlos, suelte cada archivo en la página de abajo. No necesita una cuenta. Los códigos junto a las firmas deben ser los que aparecen aquí.',
        'Un lector de PDF también comprueba las firmas. {issuers}',
      ],
      button: 'Abrir los documentos sellados',
    },
    declined: {
      subject: '{decliner} ha rechazado {document}',
      heading: '{decliner} lo ha rechazado',
      lines: ['{decliner} ha rechazado «{document}»; termina aquí y ya no se puede firmar.'],
      button: 'Ver qué ha pasado',
    },
    passed_on: {
      subject: '{former} cedió {document} a {successor}',
      heading: '{former} cedió la solicitud',
      lines: [
        '{former} pidió a {successor} ({to}) que actúe en su lugar en «{document}». Allí se envió un enlace nuevo.',
      ],
      button: 'Ver qué ocurrió',
    },
    canceled: {
      subject: '{sender} ha cancelado {document}',
      heading: 'No queda nada por hacer',
      lines: ['{sender} ha cancelado «{document}». No tiene que hacer nada; ya no se puede firmar nada.'],
      button: 'Ver cómo terminó',
    },
    passkey_code: {
      subject: 'Su código para crear una llave de acceso',
      heading: 'Su código: {code}',
      lines: [
        'Introduzca este código en la página en la que firmó «{document}» para crear una llave de acceso. Es válido durante 10 minutos.',
        'Con la llave de acceso muestra quién es cuando firma documentos que se envían a este buzón. No le dé el código a nadie. Si no lo ha pedido, no haga nada y avise a {sender}.',
      ],
      button: '',
    },
    signing_code: {
      subject: 'Su código para firmar {document}',
      heading: 'Su código: {code}',
      lines: [
        'Introduzca este código en la página en la que firma «{document}». Es válido durante 10 minutos, y para lo que ha revisado allí.',
        'No se lo dé a nadie. Si no ha pedido ningún código, no haga nada y avise a {sender}.',
      ],
      button: '',
    },
    expired: {
      subject: 'El plazo de {document} ha terminado',
      heading: 'El plazo ha terminado',
      lines: ['«{document}» no se terminó a tiempo y ya no se puede firmar.'],
      button: 'Ver cómo terminó',
    },
  },
  accounts: {
    simple: 'No necesita una cuenta: el botón abre el documento.',
    advanced:
      'No necesita una cuenta. Antes de terminar demuestra quién es, por ejemplo con un código; la página dice cómo.',
    qualified:
      'Antes de terminar entra en el servicio de un prestador de servicios de confianza, que comprueba su identidad y firma con su clave: necesita una cuenta allí, y ninguna aquí.',
  },
  sandbox:
    'Entorno de pruebas, sin efecto jurídico: este servicio funciona a modo de prueba, y firma su propio prestador.',
  issuers: {
    own: 'Dirá que no conoce a su emisor mientras no conozca el certificado raíz de {host}. Eso se refiere al emisor, no al documento; la guía explica cómo confiar en la raíz.',
    provider:
      'Sus emisores son los prestadores de servicios de confianza de los firmantes: dirá que no conoce a un emisor mientras no conozca a ese prestador. Eso se refiere al emisor, no al documento; la guía dice más.',
  },
  checks: {
    page: 'Comprobar el documento',
    guide: 'Cómo comprobarlo en un lector de PDF y confiar en la raíz',
    root: 'El certificado raíz',
  },
  labels: {
    codes: 'Códigos de las firmas',
    from: 'De',
    log: 'Estado del registro de sellos',
    sentBy: 'Enviado por',
    document: 'Documento',
    missing: 'Sin responder',
    deadline: 'Plazo',
  },
  messageOf: '{sender} escribe:',
  reasonOf: '{decliner} dio este motivo:',
  inDays: { one: 'dentro de {count} día', other: 'dentro de {count} días' },
  inHours: { one: 'dentro de {count} hora', other: 'dentro de {count} horas' },
  keySender: 'la clave «{keyName}» de {keyMaker}',
  certificate: {
    completed: 'El certificado de finalización va adjunto: quién firmó qué, y cuándo.',
    ended: 'Va adjunto un certificado de cómo terminó.',
  },
  attached: {
    one: 'El documento va adjunto: {contents}.',
    other: 'Los documentos van adjuntos: {contents}.',
  },
  tooLarge: {
    one: 'El documento ({contents}) es demasiado grande para un mensaje ({size} MB); el botón lo abre.',
    other:
      'Los documentos ({contents}) son demasiado grandes para un mensaje ({size} MB en total); el botón los abre.',
  },
  otherWay: 'Si el botón no funciona, abra esta dirección:',
  personal: 'El enlace es solo para usted: permite responder en su nombre. No reenvíe este mensaje.',
  whySender: 'Recibe este correo porque envió el documento.',
  whyRecipient: 'Recibe este mensaje porque {sender}, de {organization}, indicó {email} como destinatario.',
  sentBy: 'Enviado por Paraph, {host}.',
  abuse: '¿Este mensaje es spam o un abuso? Avise a {contact}.',
};
