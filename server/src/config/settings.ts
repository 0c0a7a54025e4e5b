import { LIMITS, RATES } from '@paraph/domain';
import { LANES } from '../jobs/lanes.ts';
import { PASSPHRASE_SETTING } from '../platform/keys/secret-file.ts';
import { SMS_KINDS } from '../platform/outside/sms-message.ts';
import { DATABASE_SETTINGS } from './database-url.ts';
import {
  IMPRINT_HASHES,
  readAgedHashes,
  readCertificates,
  readCountry,
  readDnsServers,
  readEmail,
  readFontPaths,
  readMailFrom,
  readMetricsToken,
  readNetworks,
  readPassphrasePath,
  readPlaces,
  readQuotas,
  readRates,
  readScanner,
  readSecret,
} from './readers.ts';
import { choice, integer, list, number, optionalInteger, setting, text, url } from './setting.ts';
import { TRACE_SETTINGS } from './trace-settings.ts';

/** A setting that names a file with a secret. */
function secretFile(name: string, about: string) {
  return setting(name, about, { type: 'path of a file', read: readSecret });
}

/** A bucket that keeps documents; `paraph backup` asks for another one by the same rules. */
export const BUCKET_SETTINGS = {
  bucketUrl: text(
    'PARAPH_S3_URL',
    'Address of a bucket that keeps the documents: https://host/bucket, or https://bucket.host. Default: none; documents are ' +
      'files in the data directory.',
  ),
  bucketRegion: text('PARAPH_S3_REGION', 'Region of that bucket.', 'us-east-1'),
  bucketAccessKey: text('PARAPH_S3_ACCESS_KEY', 'Access key for that bucket.'),
  bucketSecret: secretFile(
    'PARAPH_S3_SECRET_FILE',
    'File with the secret of that access key, readable by this service alone.',
  ),
  bucketPrefix: text(
    'PARAPH_S3_PREFIX',
    'Before the name of each object in that bucket, such as paraph/. Default: nothing.',
  ),
  bucketCopiesMegabytes: integer(
    'PARAPH_S3_CACHE_MB',
    'Megabytes that copies of documents from that bucket may take in the data directory, 1 to 1000000.',
    { min: 1, max: 1_000_000, fallback: '1024' },
  ),
} as const;

/** Every setting of the service, in the order in which `.env.example` and the page of settings show them. */
export const SETTINGS = {
  host: text('PARAPH_HOST', 'Address to listen on; 0.0.0.0 for all.', '127.0.0.1'),
  port: integer('PARAPH_PORT', 'Port to listen on, 0 to 65535; 0 takes a free one.', {
    min: 0,
    max: 65_535,
    fallback: '3000',
  }),
  baseUrl: text(
    'PARAPH_BASE_URL',
    'Address people and programs reach this instance at; https unless loopback. Default: host and port.',
  ),
  dataDir: text(
    'PARAPH_DATA_DIR',
    'Folder of documents, keys and the embedded database. paraph backup copies it while it is in use.',
    './data',
  ),
  ...DATABASE_SETTINGS,
  preparedStatements: choice(
    'PARAPH_PREPARED_STATEMENTS',
    'no sends statements without names, for a pooler in transaction mode that does not prepare them (PgBouncer before 1.21). yes costs ' +
      'the database less.',
    ['yes', 'no'],
    'yes',
  ),
  rowSecurity: choice(
    'PARAPH_ROW_SECURITY',
    'yes has the database itself show a caller no rows of organizations to which they do not belong, as a second wall. It costs ' +
      'each call some time.',
    ['yes', 'no'],
    'no',
  ),
  cell: optionalInteger(
    'PARAPH_CELL',
    'Number of this instance among those of one family, 0 to 8999, before its first start: all that it stores is counted from its ' +
      'range, so that organizations can move to it from instances with a smaller one. Default: 0, which counts from 1.',
    { min: 0, max: 8_999 },
  ),
  smtpUrl: url(
    'SMTP_URL',
    'smtp:// or smtps:// URL of the mail server. Default: messages are kept and shown on the mailbox page.',
    /^smtps?:$/,
  ),
  mailsPerMinute: optionalInteger(
    'PARAPH_MAILS_PER_MINUTE',
    'Most mails that all processes together give the mail server in a minute, 1 to 60000. Codes and mails of accounts count and do ' +
      'not wait; bulk jobs make no more documents than can be mailed. Default: no limit.',
    { min: 1, max: 60_000 },
  ),
  mailFrom: setting(
    'PARAPH_MAIL_FROM',
    'Sender of all messages: an address, or a name and an address in angle brackets.',
    { type: 'address', read: readMailFrom, fallback: 'Paraph <paraph@localhost>' },
  ),
  ...BUCKET_SETTINGS,
  encryptionKeys: list(
    'PARAPH_ENCRYPTION_KEYS',
    'Encrypts stored documents with these keys, comma-joined: the path of a file with 64 hexadecimal digits, ' +
      'pkcs11:LABEL of a key on the token, or https://HOST/v1/transit/keys/NAME of a key service. The first one ' +
      'encrypts, the others open what they encrypted before. Default: documents are not encrypted.',
  ),
  encryptionToken: secretFile(
    'PARAPH_ENCRYPTION_TOKEN_FILE',
    'File with the token for that key service, readable by this service alone.',
  ),
  incomingDir: text(
    'PARAPH_INCOMING_DIR',
    'Folder for uploads while they are examined, such as one on tmpfs: only with PARAPH_ENCRYPTION_KEYS. ' +
      'Default: in the data directory.',
  ),
  smsGateway: choice(
    'PARAPH_SMS_GATEWAY',
    'Kind of the gateway for text messages with codes: http (POST of JSON, signed as notifications are), twilio (form with ' +
      'basic authentication), or smpp. Default: none; an instance on a loopback address shows texts on the mailbox page.',
    SMS_KINDS,
  ),
  smsUrl: text(
    'PARAPH_SMS_URL',
    'Address of that gateway: https://…, for twilio with the account and ending in Messages.json; smpp://host:port or smpps://host:port.',
  ),
  smsUser: text('PARAPH_SMS_USER', 'Account (twilio) or system id (smpp) at that gateway.'),
  smsSecret: secretFile(
    'PARAPH_SMS_SECRET_FILE',
    'File with the token or password at that gateway, or for http with the secret of the signatures, readable by this service alone.',
  ),
  smsFrom: text(
    'PARAPH_SMS_FROM',
    'Number (+41…) or name that texts come from. Needed for twilio, where it may be a messaging service.',
  ),
  smsSeconds: number(
    'PARAPH_SMS_TIMEOUT',
    'Seconds that the gateway has to answer, 0.1 to 60; then the text is tried again.',
    { min: 0.1, max: 60, fallback: '10' },
  ),
  oidcIssuer: text(
    'PARAPH_OIDC_ISSUER',
    'Issuer of an OpenID Connect provider at which people sign in to this instance, without ' +
      '/.well-known/openid-configuration. Default: none; organizations may have connections of their own.',
  ),
  oidcClientId: text('PARAPH_OIDC_CLIENT_ID', 'Id of this instance at that provider.'),
  oidcClientSecret: secretFile(
    'PARAPH_OIDC_CLIENT_SECRET_FILE',
    'File with the secret of this instance at that provider, readable by this service alone.',
  ),
  oidcName: text(
    'PARAPH_OIDC_NAME',
    'What the sign-in page calls that provider. Default: the host of the issuer.',
  ),
  dnsServers: setting(
    'PARAPH_DNS_SERVERS',
    'IP addresses of the DNS servers, comma-joined, that are asked whether an organization holds a domain. ' +
      'Default: those of the system.',
    { type: 'list', read: readDnsServers },
  ),
  mailCodes: choice(
    'PARAPH_MAIL_CODES',
    'yes allows codes by mail as the second proof of a signer; they prove no more than the link, which is in the same mailbox. ' +
      'Default: no; yes on a loopback address.',
    ['yes', 'no'],
  ),
  timestampUrls: list(
    'PARAPH_TSA_URLS',
    'Addresses of authorities for timestamps (RFC 3161), comma-separated, tried in this order; no document is sealed ' +
      "without one. Default: this instance's own, which proves order and integrity, not time to others.",
  ),
  timestampRoots: setting(
    'PARAPH_TSA_ROOTS',
    'PEM file with the root certificates of those authorities; needed where any is named.',
    { type: 'path of a file', read: readCertificates },
  ),
  timestampSeconds: number(
    'PARAPH_TSA_TIMEOUT',
    'Seconds that such an authority has to answer, 0.1 to 60; then the next one is tried.',
    { min: 0.1, max: 60, fallback: '15' },
  ),
  hash: choice(
    'PARAPH_HASH',
    'By which hash new signatures, certificates, lists and timestamps are made: sha256, sha512, or sha3-512, which is SHA-3 for what ' +
      'timestamps cover and SHA-512 for what keys sign. With sha512 and sha3-512 all keys of this instance are files.',
    IMPRINT_HASHES,
    'sha256',
  ),
  agedHashes: setting(
    'PARAPH_HASHES_TRUSTED_UNTIL',
    'Hashes in which trust ends, as hash=day: sha256=2040-01-01. A year before, every sealed document that depends on one gets a ' +
      'timestamp by PARAPH_HASH; after it, what uses one counts only where such a timestamp proves that it is older. Default: none.',
    { type: 'list', read: readAgedHashes },
  ),
  witnesses: list(
    'PARAPH_WITNESSES',
    'Witnesses that cosign the log of seals, comma-separated: the key of each, a space, and its address, such as ' +
      'witness.example/one+a1b2c3d4+BASE64 https://witness.example/log/witness. They see hashes alone. Default: none.',
  ),
  qualifiedRoots: setting(
    'PARAPH_QUALIFIED_ROOTS',
    'PEM file with the certificates of authorities that issue qualified certificates, for the page /verify; members ' +
      'of an organization have those of its providers besides. Default: none.',
    { type: 'path of a file', read: readCertificates },
  ),
  country: setting(
    'PARAPH_COUNTRY',
    'Country of the operator, two letters (ISO 3166-1), for the names in certificates; set it before the first start. ' +
      'Default: none.',
    { type: 'two letters', read: readCountry },
  ),
  tokenModule: text(
    'PARAPH_PKCS11_MODULE',
    "Library (PKCS #11) of a hardware token for this instance's keys. Default: files in the data directory.",
  ),
  tokenLabel: text('PARAPH_PKCS11_TOKEN', 'Label of that token.'),
  tokenPin: secretFile(
    'PARAPH_PKCS11_PIN_FILE',
    'File with the PIN of the token, readable by this service alone.',
  ),
  tokenKeys: list(
    'PARAPH_PKCS11_KEYS',
    'Which keys lie on the token, by their labels: issuing=label,timestamping=label,root=label. Those left out are ' +
      'files. Chosen before the first start; another key cannot take their place later.',
  ),
  vaultPassphraseFile: setting(
    PASSPHRASE_SETTING,
    'File with a passphrase of at least 12 characters, readable by this service alone: the files of keys are encrypted ' +
      'with it, from the next start on. Default: they are protected by their mode 0600 alone.',
    { type: 'path of a file', read: readPassphrasePath },
  ),
  fontPaths: setting(
    'PARAPH_FONTS',
    'Fonts (TrueType, OpenType, collections), comma-joined, for scripts that our own font lacks, as Chinese, Japanese and Korean. ' +
      'Default: what usual packages of the system bring.',
    { type: 'paths of files', read: readFontPaths },
  ),
  signUp: choice(
    'PARAPH_SIGN_UP',
    'Who may create an account by themselves: first (the first person only), open, or closed.',
    ['first', 'open', 'closed'],
    'first',
  ),
  clientRegistration: choice(
    'PARAPH_CLIENT_REGISTRATION',
    'Whether agents may register themselves (RFC 7591): open or closed. Without it, an agent is registered by a user, or by a ' +
      'document at the https address that is its client id.',
    ['closed', 'open'],
    'closed',
  ),
  newAccountDays: integer(
    'PARAPH_NEW_ACCOUNT_DAYS',
    'Days for which an account of open sign-up has the limits of new ones, 0 to 365; paraph lift-limits ends them ' +
      'earlier. The limits are the rates newAccountEnvelopes, newAccountMails and newAccountMebibytes of PARAPH_RATES.',
    { min: 0, max: 365, fallback: String(LIMITS.newAccountDays) },
  ),
  abuseContact: setting(
    'PARAPH_ABUSE_CONTACT',
    'Email address at which people report abuse; it stands at the end of every mail. Default: none, which paraph doctor ' +
      'notes.',
    { type: 'address', read: readEmail },
  ),
  expiryDaysMin: number(
    'PARAPH_EXPIRY_MIN_DAYS',
    'Fewest days a workflow may be given, 0 to 7; fractions are allowed.',
    { min: 0, max: 7, fallback: String(LIMITS.expirySecondsMin / 86_400) },
  ),
  trustedProxies: setting(
    'PARAPH_TRUSTED_PROXIES',
    'Addresses or networks (CIDR), comma-joined, of the proxies in front: only their X-Forwarded-For is believed. ' +
      'Default: none; then every visitor seems to come from the proxy.',
    { type: 'list', read: readNetworks },
  ),
  allowedPrivateNetworks: setting(
    'PARAPH_ALLOWED_PRIVATE_NETWORKS',
    'Addresses or networks (CIDR), comma-joined, that are not public and that destinations, notifications and providers of your ' +
      'members may lead to, such as 10.0.0.0/8. This machine, link-local addresses and metadata services of clouds are not taken ' +
      'along: each is named by its own address. Default: none.',
    { type: 'list', read: readNetworks },
  ),
  rates: setting(
    'PARAPH_RATES',
    `Other rate limits, as calls/seconds: apiKey=600/30, token=2000/60. Names: ${Object.keys(RATES).join(', ')}.`,
    { type: 'list', read: readRates },
  ),
  quotas: setting(
    'PARAPH_QUOTAS',
    'What each organization may use, such as envelopes=1000,mails=2000: envelopes it starts in a month, people it mails new ones to ' +
      'in a day, calls of its API keys in a minute, examinations of their files at once, storedBytes. paraph set-quota gives one ' +
      'organization others. Default: no limits.',
    { type: 'list', read: readQuotas },
  ),
  keysDir: text(
    'PARAPH_KEYS_DIR',
    'Folder of the keys of this instance, the same for each of its processes, such as a volume that its machines share. ' +
      'Default: keys in the data directory.',
  ),
  connections: optionalInteger(
    'PARAPH_DATABASE_CONNECTIONS',
    'Most connections to the database that a process opens, 8 to 200, and one more. Default: 8 and 4 for each ' +
      'processor, at most 32.',
    { min: 8, max: 200 },
  ),
  places: setting(
    'PARAPH_JOB_PLACES',
    'How many jobs of a kind a process does side by side, 1 to 100 each, such as seal=4,delivery=50. Kinds: ' +
      `${LANES.join(', ')}. Default: by the number of processors; those that wait for other servers: text=3, mail=3, delivery=20.`,
    { type: 'list', read: readPlaces },
  ),
  intakeProcesses: optionalInteger(
    'PARAPH_INTAKE_PROCESSES',
    'How many processes read uploaded files side by side, 1 to 64; each needs up to 500 MB. ' +
      'Default: one for each processor, at least two.',
    { min: 1, max: 64 },
  ),
  scanner: setting(
    'PARAPH_SCANNER',
    'A clamd (ClamAV) that examines every upload before it is read: clamd://host:3310, or the path of its socket. While ' +
      'it does not answer, no file is accepted. Set its StreamMaxLength to 25M or more. Default: files are not scanned.',
    { type: 'address', read: readScanner },
  ),
  converterUrl: text(
    'PARAPH_CONVERTER_URL',
    'A Gotenberg that turns DOCX, ODT and RTF into PDF, such as http://gotenberg:3000. It reads documents of strangers: in a ' +
      'network without a way out. Default: none; such files are refused, unless PARAPH_CONVERTER_COMMAND is set.',
  ),
  converterCommand: text(
    'PARAPH_CONVERTER_COMMAND',
    'Path of LibreOffice on this machine, such as /usr/bin/soffice, in place of a Gotenberg: it runs for each document with ' +
      'limited memory and time. Default: none.',
  ),
  heicCommand: text(
    'PARAPH_HEIC_COMMAND',
    'Path of heif-convert (libheif), such as /usr/bin/heif-convert, which turns pictures of the kind HEIC into JPEG; neither ' +
      'Gotenberg nor LibreOffice can. Default: none; they are refused.',
  ),
  converterSeconds: integer(
    'PARAPH_CONVERTER_TIMEOUT',
    'Seconds that the converter has for a document, 1 to 120; then the sender is told to try again or to send a PDF.',
    { min: 1, max: 120, fallback: '60' },
  ),
  metricsToken: setting(
    'PARAPH_METRICS_TOKEN_FILE',
    'File with a token of at least 16 characters; a collector that shows it (Authorization: Bearer TOKEN) may read ' +
      '/metrics. Default: there is no /metrics.',
    { type: 'path of a file', read: readMetricsToken },
  ),
  metricsPort: optionalInteger(
    'PARAPH_METRICS_PORT',
    'Port on 127.0.0.1 that serves /metrics and nothing else, without a token. Default: none.',
    { min: 1, max: 65_535 },
  ),
  ...TRACE_SETTINGS,
  technicalRowsDays: integer(
    'PARAPH_TECHNICAL_ROWS_DAYS',
    'Days for which sent mails, notifications with their attempts, and the snapshots they sent are kept, 1 to 3650. ' +
      'Those of a workflow that is not over yet stay; documents, timeline and evidence are kept for good.',
    { min: 1, max: 3_650, fallback: '90' },
  ),
  recordDays: integer(
    'PARAPH_RECORD_DAYS',
    'Days for which the record of each organization (who did what, from where) is kept, 90 to 3650.',
    { min: 90, max: 3_650, fallback: '400' },
  ),
  logLevel: choice(
    'PARAPH_LOG_LEVEL',
    'debug, info, warn, error or silent. Default: info; warn where a person is watching the terminal.',
    ['debug', 'info', 'warn', 'error', 'silent'],
  ),
} as const;
