import type { RecipientTexts } from './mail-texts.ts';

/** The French texts of the mails to recipients. */
export const fr: RecipientTexts = {
  locale: 'fr-FR',
  language: 'fr',
  mails: {
    invitation_sign: {
      subject: '{sender} vous demande de signer {document}',
      heading: '{sender} vous demande de signer',
      lines: ['Veuillez lire « {document} » et le signer. {account}'],
      button: 'Ouvrir et signer',
    },
    invitation_review: {
      subject: '{sender} vous demande de relire {document}',
      heading: '{sender} vous demande une relecture',
      lines: [
        'Veuillez lire « {document} », puis l’approuver ou le refuser. Aucun compte n’est nécessaire : le bouton l’ouvre.',
      ],
      button: 'Ouvrir et relire',
    },
    turn_sign: {
      subject: '{sender} vous demande de signer {document}',
      heading: 'C’est à vous de signer',
      lines: [
        'Toutes les personnes avant vous ont terminé avec « {document} ». Veuillez le lire et le signer. {account}',
      ],
      button: 'Ouvrir et signer',
    },
    turn_review: {
      subject: '{sender} vous demande de relire {document}',
      heading: 'C’est à vous de relire',
      lines: [
        'Toutes les personnes avant vous ont terminé avec « {document} ». Veuillez le lire, puis l’approuver ou le refuser.',
      ],
      button: 'Ouvrir et relire',
    },
    reminder_sign: {
      subject: 'Rappel : {sender} vous demande de signer {document}',
      heading: 'Votre signature manque encore',
      lines: ['{sender} attend que vous lisiez « {document} » et le signiez. {account}'],
      button: 'Ouvrir et signer',
    },
    reminder_review: {
      subject: 'Rappel : {sender} vous demande de relire {document}',
      heading: 'Votre réponse manque encore',
      lines: [
        '{sender} attend que vous lisiez « {document} », puis l’approuviez ou le refusiez. Aucun compte n’est nécessaire.',
      ],
      button: 'Ouvrir et relire',
    },
    completed: {
      subject: '{document} est signé par toutes les personnes',
      heading: 'Tout est signé',
      lines: [
        '« {document} » est signé et scellé. Conservez le fichier scellé : il indique qui a signé et révèle toute modification ultérieure.',
        'Pour le vérifier, déposez le fichier sur la page ci-dessous. Aucun compte n’est nécessaire. Les codes à côté des signatures doivent être ceux indiqués ici.',
        'Un lecteur PDF vérifie aussi les signatures. {issuers}',
      ],
      button: 'Ouvrir le document scellé',
    },
    completed_several: {
      subject: '{document} est signé par toutes les personnes',
      heading: 'Tout est signé',
      lines: [
        '« {document} » est signé et scellé : {count} documents. Conservez les fichiers scellés : ils indiquent qui a signé et révèlent toute modification ultérieure.',
        'Pour les vérifier, déposez chaque fichier sur la page ci-dessous. Aucun compte n’est nécessaire. Les codes à côté des signatures doivent être ceux indiqués ici.',
        'Un lecteur PDF vérifie aussi les signatures. {issuers}',
      ],
      button: 'Ouvrir les documents scellés',
    },
    declined: {
      subject: '{decliner} a refusé {document}',
      heading: '{decliner} a refusé',
      lines: [
        '« {document} » a été refusé par {decliner} ; il s’arrête donc ici et ne peut plus être signé.',
      ],
      button: 'Voir ce qui s’est passé',
    },
    passed_on: {
      subject: '{former} a transmis {document} à {successor}',
      heading: '{former} a transmis la demande',
      lines: [
        '{former} a demandé à {successor} ({to}) d’agir à sa place sur « {document} ». Un nouveau lien y a été envoyé.',
      ],
      button: 'Voir ce qui s’est passé',
    },
    canceled: {
      subject: '{sender} a annulé {document}',
      heading: 'Il n’y a plus rien à faire',
      lines: ['{sender} a annulé « {document} ». Vous n’avez rien à faire ; plus rien ne peut être signé.'],
      button: 'Voir comment cela s’est terminé',
    },
    passkey_code: {
      subject: 'Votre code pour créer une clé d’accès',
      heading: 'Votre code : {code}',
      lines: [
        'Saisissez ce code sur la page où vous avez signé « {document} », pour créer une clé d’accès. Il est valable 10 minutes.',
        'Avec la clé d’accès, vous montrez qui vous êtes lorsque vous signez des documents envoyés à cette boîte. Ne donnez le code à personne. Si vous n’en avez pas demandé, ne faites rien et prévenez {sender}.',
      ],
      button: '',
    },
    signing_code: {
      subject: 'Votre code pour signer {document}',
      heading: 'Votre code : {code}',
      lines: [
        'Saisissez ce code sur la page où vous signez « {document} ». Il est valable 10 minutes, et pour ce que vous y avez vérifié.',
        'Ne le donnez à personne. Si vous n’avez pas demandé de code, ne faites rien et prévenez {sender}.',
      ],
      button: '',
    },
    expired: {
      subject: 'Le délai de {document} est passé',
      heading: 'Le délai est passé',
      lines: ['« {document} » n’a pas été terminé à temps ; il ne peut plus être signé.'],
      button: 'Voir comment cela s’est terminé',
    },
  },
  accounts: {
    simple: 'Aucun compte n’est nécessaire : le bouton ouvre le document.',
    advanced:
      'Aucun compte n’est nécessaire. Avant de terminer, vous montrez qui vous êtes, par un code par exemple ; la page dit comment.',
    qualified:
      'Avant de terminer, vous vous connectez chez un prestataire de services de confiance, qui vous identifie et signe avec votre clé : il vous faut un compte chez lui, mais aucun ici.',
  },
  sandbox:
    'Bac à sable, sans effet juridique : ce service fonctionne à l’essai, et son propre prestataire signe.',
  issuers: {
    own: 'Il dit leur émetteur inconnu tant qu’il ne connaît pas le certificat racine de {host}. Cela concerne l’émetteur, non le document ; le guide explique comment faire confiance à la racine.',
    provider:
      'Leurs émetteurs sont les prestataires de services de confiance des signataires : il dit un émetteur inconnu tant qu’il ne connaît pas ce prestataire. Cela concerne l’émetteur, non le document ; le guide en dit plus.',
  },
  checks: {
    page: 'Vérifier le document',
    guide: 'Comment le vérifier dans un lecteur PDF et faire confiance à la racine',
    root: 'Le certificat racine',
  },
  labels: {
    codes: 'Codes des signatures',
    from: 'De',
    log: 'État du registre des sceaux',
    sentBy: 'Envoyé par',
    document: 'Document',
    missing: 'Non répondu',
    deadline: 'Délai',
  },
  messageOf: '{sender} écrit :',
  reasonOf: '{decliner} a donné ce motif :',
  inDays: { one: 'dans {count} jour', other: 'dans {count} jours' },
  inHours: { one: 'dans {count} heure', other: 'dans {count} heures' },
  keySender: 'la clé « {keyName} » de {keyMaker}',
  certificate: {
    completed: 'Le certificat d’achèvement est joint : qui a signé quoi, et quand.',
    ended: 'Un certificat de fin est joint.',
  },
  attached: {
    one: 'Le document est joint : {contents}.',
    other: 'Les documents sont joints : {contents}.',
  },
  tooLarge: {
    one: 'Le document ({contents}) est trop volumineux pour un message ({size} Mo) ; le bouton l’ouvre.',
    other:
      'Les documents ({contents}) sont trop volumineux pour un message ({size} Mo ensemble) ; le bouton les ouvre.',
  },
  otherWay: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  personal: 'Le lien est pour vous seul : il permet de répondre en votre nom. Ne transférez pas ce message.',
  whySender: 'Vous recevez cet e-mail parce que vous avez envoyé le document.',
  whyRecipient:
    'Vous recevez ce message parce que {sender} de {organization} a indiqué {email} comme destinataire.',
  sentBy: 'Envoyé par Paraph, {host}.',
  abuse: 'Ce message est indésirable ou abusif ? Signalez-le à {contact}.',
};
