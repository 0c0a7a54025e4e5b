const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' };
const MARY = { name: 'Mary Somerville', email: 'mary@example.com' };
const QUICK = {
  name: 'Lease of the mill',
  document: 'contract.pdf',
  steps: [{ type: 'sign', recipients: [ADA, GRACE] }],
  preferences: [{ name: 'WorkflowMailAttachDocumentPreference', value: '0' }],
  metadata: { deal: 'D-2026-117' },
};
const CREDENTIALS = {
  client_id: '5f0c9a7be1d24386b0f3c1a2d4e5f607',
  client_secret: 'kJ3n7Qy0b5cXh2VvT9wZr4Lp8sDfGm1aEoUiYtRqW6M',
};
const REFRESH_TOKEN = 'Zx8wQm3Tn5Yb1Kc7Vr9Lp2Hs4Dg6Jf0AuEoIiRtWqXz';
const AUTHORITY = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBwzCCAWmgAwIBAgIUSHQuVeiyLMRrvt3Dw+9R/lCYrmgwCgYIKoZIzj0EAwIw',
  'LzEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEVMBMGA1UEAwwMRXhhbXBsZSBSb290',
  'MB4XDTI2MTEyMjExMzI1NFoXDTQ2MTExNzExMzI1NFowLzEWMBQGA1UECgwNRXhh',
  'bXBsZSBUcnVzdDEVMBMGA1UEAwwMRXhhbXBsZSBSb290MFkwEwYHKoZIzj0CAQYI',
  'KoZIzj0DAQcDQgAEBeWk+5shuKrwTWhOYGd71qxzFZwcLBZJzBrOIaxNc19JHBxA',
  'NiZQMVc4z6yxcEP5sqcmtHM6k9f3rVXK3wnu0aNjMGEwHQYDVR0OBBYEFHL8rUwg',
  '2xh5+bgTAVszZCGYguDyMB8GA1UdIwQYMBaAFHL8rUwg2xh5+bgTAVszZCGYguDy',
  'MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMCA0gA',
  'MEUCIQCWld5ebfdENGFRt3DbfaY/Ak4XLfCYnR7mXChCyjvsxAIgThV2X2c6Mrxl',
  'j54Qhm4MHMJT8HGcptzh/k+o/kAe/CI=',
  '-----END CERTIFICATE-----',
].join('\n');
const CANCEL_REASON = 'The rent has changed';
const USERS = { users: [{ memberId: 3, roleId: 3 }] };
const ROLES = {
  recipients: [
    { ...ADA, roles: [{ type: 'sign' }] },
    { ...GRACE, roles: [{ type: 'review' }] },
  ],
};
const STEPS = { steps: [{ type: 'sign', roles: [77] }] };
const FIELDS = {
  fields: [
    {
      type: 'signature',
      documentId: 31,
      page: 1,
      posX: 12.5,
      posY: 78,
      role: 77,
      style: { width: 30, height: 6 },
    },
    {
      id: 501,
      type: 'dropdown',
      label: 'Pets',
      options: [
        { value: 'none', label: 'No pets' },
        { value: 'dog', label: 'A dog' },
      ],
      documentId: 31,
      page: 1,
      posX: 12.5,
      posY: 40,
      role: 77,
      style: { width: 30, height: 3 },
    },
    {
      type: 'text',
      label: 'Breed',
      maxLength: 60,
      showIf: { fieldId: 501, equals: 'dog' },
      documentId: 31,
      page: 1,
      posX: 50,
      posY: 40,
      role: 77,
      style: { width: 30, height: 3 },
    },
  ],
};
const PREFERENCES = { preferences: [{ name: 'WorkflowMailAttachDocumentPreference', value: '0' }] };

/**
 * What a reader sends first, by operation; a test sends each to a running instance. Ids and credentials are
 * placeholders. No dates: they would become invalid.
 */
const CONNECTION = {
  name: 'Acme',
  issuer: 'https://login.example.com/realms/acme',
  clientId: 'paraph',
  clientSecret: 'mW8r2Zk5cVb9Xn4Qy7TtLp1sDfGh3JaEoUiYxRqK0C6',
  domains: ['acme.example'],
  isForSigners: false,
  isForMembers: true,
  isEnforced: false,
  endsSession: false,
  mapping: {
    groupClaim: 'groups',
    groups: [{ group: 'contracts', workspaceId: 7, role: 'editor' }],
    administratorGroups: ['it'],
    defaultRole: null,
    isDecisive: false,
  },
};

export const REQUEST_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createWorkspace: { name: 'Rentals', description: 'What the tenants sign' },
  updateWorkspace: { name: 'Rentals', description: 'What tenants and landlords sign' },
  updateWorkspaceUsers: USERS,
  updateWorkspaceUsersAlias: USERS,
  createTag: { name: 'Urgent', color: '#C2410C' },
  updateTag: { name: 'Very urgent', color: '#C2410C' },
  createContact: {
    name: 'Mary Somerville',
    email: 'mary@example.com',
    phone: '+41791234567',
    language: 'en',
  },
  handOverMember: { to: 3, remove: true },
  renameOrganization: { name: 'Analytical Engines Ltd' },
  updateContact: { name: 'Mary Fairfax', phone: '+41797654321' },
  importContacts: { text: 'Ada Lovelace <ada@example.com>; Grace Hopper <grace@example.com>' },
  setLinkHost: { host: 'sign.acme.example' },
  createPublicLink: {
    name: 'Flats of the mill',
    placeholderId: 77,
    maximum: 40,
    oncePerPerson: true,
    language: 'de',
  },
  updatePublicLink: { name: 'Flats of the new mill', maximum: 60 },
  createExport: { filter: { query: 'lease' }, contents: ['documents', 'certificates'] },
  createBulkJob: {
    file: 'employees.csv',
    name: 'Offer {{row}}',
    mapping: { 'Cost centre': 'metadata:costCentre' },
    ratePerMinute: 300,
  },
  updateBulkJob: { mapping: { 'Cost centre': 'metadata:costCentre' } },
  createFieldBlock: {
    name: 'Signature and date',
    fields: [
      { type: 'signature', posX: 0, posY: 0, style: { width: 160, height: 48 } },
      { type: 'date', posX: 176, posY: 24, style: { width: 110, height: 24 } },
    ],
  },
  updateFieldBlock: { name: 'Signature with date' },
  createMessageTemplate: { name: 'Lease', text: 'Please sign {document} by Friday. Call me with questions.' },
  updateMessageTemplate: { text: 'Please sign {document} by Monday.' },
  setWorkflowTags: { tags: [9] },
  setTemplateTags: { tags: [9] },
  inviteMembers: { members: [{ email: GRACE.email }], language: 'fr' },
  updateMember: { administrator: true },
  placeHold: { email: ADA.email, reason: 'Lawsuit of May 2026' },
  updateRetention: { signedYears: 10, draftDays: 90, stoppedMonths: 6 },
  updateWorkspaceRetention: { signedYears: 2 },
  updateTemplateRetention: { signedYears: 30 },
  updateWorkflowRetention: { signedYears: 0 },
  previewRetention: { signedYears: 5 },
  createRole: { name: 'Rent clerk', permissions: ['create_workflow', 'view_created_workflow'] },
  updateRole: { name: 'Senior rent clerk', permissions: ['create_workflow', 'view_others_workflow'] },
  exchangeCode: {
    ...CREDENTIALS,
    code: 'Vq4Ns8Tb2Xy6Wc0Zk3Lm7Rp1Hd5Jg9FuAoEiIrTtQwY',
    redirect_uri: 'https://app.example.com/callback',
  },
  refreshAccess: { ...CREDENTIALS, refresh_token: REFRESH_TOKEN },
  issueToken: { grant_type: 'refresh_token', refresh_token: REFRESH_TOKEN, ...CREDENTIALS },
  revokeToken: { token: REFRESH_TOKEN, ...CREDENTIALS },
  createQuickEnvelope: QUICK,
  createEnvelope: { ...QUICK, workspaceId: 7, senderMessage: 'Please sign by Friday.' },
  updateOrganizationPicture: { picture: 'stamp.png' },
  updateBrand: {
    accent: '#0f5132',
    senderName: 'Analytical Engines',
    replyAddress: 'contracts@example.com',
    footer: 'Analytical Engines Ltd, 12 Dorset Street, London',
    disclosures: [{ language: 'en', text: 'Copies on paper are free: write to contracts@example.com.' }],
  },
  updateBrandLogo: { picture: 'logo.png' },
  createSeal: { document: 'payslip.pdf', name: 'Payslip of November', metadata: { employee: '4711' } },
  createWorkflow: { name: 'Lease of the mill', document: 'contract.pdf', senderName: 'Mary Somerville' },
  actOnWorkflows: { act: 'cancel', ids: [128], reason: CANCEL_REASON },
  cancelWorkflow: { reason: CANCEL_REASON },
  cancelEnvelope: { reason: CANCEL_REASON },
  deleteWorkflows: { workflows: [{ id: 128, workspaceId: 7 }] },
  updateWorkflow: {
    name: 'Lease of the old mill',
    senderMessage: 'Please sign by Friday.',
    metadata: { deal: 'D-2026-118' },
  },
  editWorkflow: { name: 'Lease of the old mill', senderMessage: 'Please sign by Friday.' },
  setRoles: ROLES,
  setRolesDirectly: ROLES,
  addSteps: STEPS,
  setSteps: { steps: [{ type: 'sign', recipients: [ADA, GRACE] }] },
  setPreferences: PREFERENCES,
  setFollowers: { followers: [{ ...MARY, when: 'both' }] },
  setTemplateFollowers: {
    followers: [
      { ...MARY, when: 'end' },
      { name: 'Lawyer of the buyer', when: 'both' },
    ],
  },
  setFields: FIELDS,
  moveTime: { seconds: 3_600 },
  remindRecipients: { recipients: [211] },
  reassignRecipient: { ...GRACE, reason: 'Ada is on leave' },
  createInPersonSession: { way: 'device', returnUrl: 'https://app.example.com/counter' },
  createEmbeddedSession: {
    origin: 'https://app.example.com',
    returnUrl: 'https://app.example.com/orders/7',
    language: 'en',
    authenticatedBy: { method: 'password and TOTP', at: 1_600_000_000 },
  },
  updateEmbedOrigins: { embedOrigins: ['https://app.example.com'] },
  cloneTemplate: { workspaceId: 7, name: 'Lease of the mill', recipients: [ADA, GRACE] },
  createTemplate: { name: 'Lease', document: 'contract.pdf', expiryDays: 30 },
  updateTemplate: { name: 'Lease of a flat', senderMessage: 'Please sign by Friday.', expiryDays: 30 },
  setTemplateRoles: {
    recipients: [
      { name: 'Landlord', roles: [{ type: 'sign' }] },
      { name: 'Tenant', anchorTag: 'tenant', roles: [{ type: 'sign' }] },
    ],
  },
  addTemplateSteps: STEPS,
  setTemplateSteps: STEPS,
  setTemplatePreferences: PREFERENCES,
  setTemplateFields: FIELDS,
  createWebhook: { url: 'https://app.example.com/hook', events: ['workflow.signed'] },
  updateWebhook: { events: ['workflow.signed', 'workflow.declined'], enabled: true },
  rotateWebhookSecret: { overlapSeconds: 86_400 },
  createTrustProvider: {
    name: 'Example Trust Services',
    baseUrl: 'https://rssp.example.com/csc/v2',
    clientId: 'paraph',
    clientSecret: 'kJ3n7Qy0b5cXh2VvT9wZr4Lp8sDfGm1aEoUiYtRqW6M',
    anchors: AUTHORITY,
  },
  saveSealCredential: { providerId: 3, credentialId: 'acme-seal-2026', pin: '471108' },
  saveIdentityProvider: {
    issuer: 'https://login.example.com/realms/acme',
    clientId: 'paraph',
    clientSecret: 'mW8r2Zk5cVb9Xn4Qy7TtLp1sDfGh3JaEoUiYxRqK0C6',
  },
  createConnection: CONNECTION,
  updateConnection: { ...CONNECTION, endsSession: true },
  checkConnectionDomain: { domain: 'acme.example' },
  updateAgentAllowance: { templates: [12], domains: ['acme.example'], dailyCap: 20 },
  saveCollector: { url: 'https://collector.example.com/paraph', format: 'json', position: 0 },
  saveDestination: {
    kind: 'webdav',
    url: 'https://cloud.example.com/remote.php/dav/files/paraph/Contracts',
    user: 'paraph',
    secret: 'tQ2rW-8xKfN-4mZpL-cVb9X-sDfGh',
    pathPattern: '{year}/{month}/{workflow}',
    include: ['evidence'],
  },
  updateTrustProvider: { name: 'Example Trust Services', enabled: false },
};
