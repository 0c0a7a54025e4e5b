import type { CompletionTexts } from './en.ts';

/** The words of a certificate of completion, in French. */
export const fr: CompletionTexts = {
  locale: 'fr-FR',
  title: 'Certificat d’achèvement',
  completed: 'Toutes les personnes sollicitées ont signé ou approuvé. Achevé le {time}.',
  facts: {
    organization: 'Envoyé pour',
    sender: 'Envoyé par',
    known: 'Expéditeur reconnu par',
    envelope: 'Enveloppe',
    sent: 'Envoyé',
    completed: 'Achevé',
    service: 'Service',
  },
  senderKnown: {
    session: 'une connexion avec mot de passe',
    token: 'un jeton d’accès d’une application',
    key: 'une clé d’API',
    none: 'non enregistré',
  },
  documents: 'Documents',
  pages: 'Pages',
  before: 'Tel qu’envoyé (SHA-256)',
  after: 'Tel que signé (SHA-256)',
  sealed: 'Scellé',
  sealedBy: '{level}, {time}, horodatage de {authority}',
  ownClock: '{authority} (l’horloge de ce service)',
  people: 'Personnes',
  person: {
    email: 'Adresse e-mail',
    part: 'Rôle',
    result: 'Résultat',
    level: 'Niveau',
    identified: 'Identification',
    rests: 'Fondement',
    address: 'Depuis',
    code: 'Code dans le document',
    certificate: 'Certificat',
    agreed: 'Accord pour signer par voie électronique',
  },
  part: { sign: 'Signe, étape {step}', review: 'Relit, étape {step}' },
  result: { signed: 'Signé le {time}', approved: 'Approuvé le {time}', declined: 'Refusé le {time}' },
  noResult: 'N’a pas agi',
  level: {
    simple: 'Signature électronique simple',
    advanced: 'Signature électronique avancée',
    qualified: 'Signature électronique qualifiée',
  },
  mailbox: 'Accès à la boîte aux lettres : a ouvert le lien qui y a été envoyé, {time}',
  otherMethod: '{method}, {time}',
  methods: {
    'code-sms': 'Un code par SMS',
    'code-mail': 'Un code par e-mail',
    passkey: 'Une clé d’accès (passkey)',
    'identity-provider': 'Une connexion auprès d’un fournisseur d’identité',
  },
  notIdentified: 'Non enregistré',
  throughProxy: '{ip}, selon un serveur mandataire',
  unnamedProxy: '{ip}, celle d’un serveur mandataire non déclaré ; celle de la personne n’est pas connue',
  noAddress: 'Non enregistré',
  history: 'Déroulement',
  columns: { time: 'Heure (UTC)', local: 'Sur place', what: 'Quoi', who: 'Qui', address: 'Depuis' },
  events: {
    'workflow.created': 'Créé',
    'workflow.started': 'Envoyé',
    'workflow.approved': 'Tout le monde a agi',
    'workflow.sealed': 'Tous les documents scellés',
    'workflow.signed': 'Achevé',
    'workflow.changed': 'Modifié par l’expéditeur',
    'workflow.blocked': 'Arrêté pour une cause technique',
    'workflow.retried': 'Nouvel essai',
    'action.started': 'Sollicitation',
    'action.signed': 'Signé',
    'action.approved': 'Approuvé',
    'action.reminded': 'Relance',
    'link.opened': 'Lien ouvert',
    'consent.given': 'Accord pour signer par voie électronique',
    'document.sealed': 'Document scellé',
    'document.renewed': 'Sceau renouvelé',
    'recipient.reassigned': 'Transmis à une autre personne',
    'mail.sent': 'E-mail accepté par le serveur de messagerie',
    'mail.failed': 'E-mail non remis',
  },
  service: 'Ce service',
  notProven: 'Ce qui n’est pas prouvé',
  verify: 'Comment le vérifier',
  verifySteps: [
    'Ouvrez {url} et choisissez ce fichier ou un document signé. Aucun compte n’est nécessaire et rien n’est conservé.',
    'Cette page offre aussi la vérification en un seul fichier : il fonctionne sans ce service et sans réseau.',
    'Chaque signature d’un document porte le code indiqué ici à côté de son signataire.',
    'Ce fichier est scellé comme les documents : tout lecteur PDF qui vérifie les signatures dit s’il a été modifié.',
    'Les mêmes données, pour des programmes, sont jointes à ce fichier sous le nom {attachment}.',
  ],
  qr: 'Code QR avec l’adresse {url}',
  page: 'Page {page} sur {count}',
  record: 'Les données pour des programmes, avec chaque événement et chaque empreinte',
  reached: {
    sentence:
      '{level} : identification {identified} ; la clé était détenue par {holder} ; point faible : {weakest}.',
    level: { simple: 'Simple', advanced: 'Avancée', qualified: 'Qualifiée' },
    identified: {
      mailbox: 'par le lien envoyé à sa boîte aux lettres',
      'code-mail': 'par le lien dans sa boîte aux lettres et un code envoyé à la même boîte, lié au contenu',
      'code-sms':
        'par le lien dans sa boîte aux lettres et un code par SMS sur son téléphone, lié au contenu',
      passkey: 'par le lien dans sa boîte aux lettres et sa clé d’accès, liée au contenu',
      'identity-provider':
        'par le lien dans sa boîte aux lettres et une connexion auprès du fournisseur d’identité de l’organisation, liée au contenu',
      'trust-service-provider': 'par son prestataire de services de confiance',
    },
    holder: {
      service: 'ce service, qui l’a créée pour cette seule signature puis effacée',
      browser:
        'le navigateur du signataire, qui l’a créée pour cette seule signature et ne peut pas la livrer',
      provider: 'le dispositif qualifié du signataire chez le prestataire',
    },
    weakest: {
      mailbox: 'une personne qui peut lire la boîte aux lettres a pu signer, et le service détenait la clé',
      'code-mail':
        'une personne qui peut lire la boîte aux lettres a pu signer, car le code y est arrivé aussi',
      'code-sms':
        'une personne qui a la boîte aux lettres et le téléphone a pu signer ; l’expéditeur a indiqué les deux',
      passkey:
        'une personne qui peut déverrouiller l’appareil de la clé d’accès, et qui avait la boîte aux lettres à sa création, a pu signer',
      'identity-provider':
        'l’exploitant du fournisseur d’identité de l’organisation a pu se connecter à sa place',
      'trust-service-provider':
        'le prestataire de services de confiance répond de la personne et du dispositif',
    },
  },
  unproven: {
    mailbox: 'Qui est une personne, au-delà de l’accès à la boîte aux lettres où le lien a été envoyé.',
    identified: 'Qui est une personne identifiée {identified} : {weakest}.',
    sandbox: 'Qui est « {subject} » : le prestataire « {issuer} » n’identifie personne.',
    provider:
      'Qui est « {subject} », au-delà du certificat du prestataire de services de confiance : « {issuer} » répond ' +
      'qu’il appartient à cette personne et que la clé est dans son dispositif qualifié.',
    names: 'Que le nom d’une personne est le sien : c’est celui que l’expéditeur a indiqué.',
    otherNames:
      'Que le nom d’une personne qu’aucun prestataire n’a identifiée est le sien : c’est celui que l’expéditeur a indiqué.',
    twoNames:
      'Que « {name} » et « {subject} » sont une seule personne : l’expéditeur a indiqué le premier nom, le certificat ' +
      'du prestataire de services de confiance atteste le second.',
    reading: 'Qu’une personne a lu chaque page, ou l’a comprise.',
    mail: 'Qu’un e-mail a été lu, ou est arrivé dans la boîte aux lettres après son acceptation par le serveur.',
    page: 'Le bouton, la langue et le fuseau horaire, au-delà de ce que le navigateur a dit.',
    time: 'L’heure, pour qui ne se fie pas à cette instance : les horodatages sont de sa propre autorité.',
    address: 'Les adresses, au-delà de ce que dit le serveur mandataire devant cette instance.',
    point: 'Point {number} des données : non enregistré.',
  },
};
