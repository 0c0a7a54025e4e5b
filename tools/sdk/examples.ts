/** Examples in the doc comments of the main calls; a test compiles each of them. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  createQuickEnvelope: `const { id } = await paraph.createQuickEnvelope({
  name: 'Lease of the mill',
  document: file,
  steps: [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }],
});`,
  readQuickEnvelope: `const { status } = await paraph.readQuickEnvelope({ envelopeId: id });`,
  createEnvelope: `const draft = await paraph.createEnvelope({
  name: 'Lease of the mill',
  document: file,
  steps: [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }],
});
await paraph.startEnvelope({ envelopeId: draft.id });`,
  listEnvelopes: `for await (const envelope of paraph.listEnvelopes.all({ filters: { status: 'signed' } })) {
  console.log(envelope.name);
}`,
  listWorkflows: `for await (const workflow of paraph.listWorkflows.all({ workspaceId: 1 })) {
  console.log(workflow.id, workflow.status);
}`,
  createWorkflow: `const [workspace] = await paraph.listWorkspaces();
const workspaceId = workspace?.id ?? 0;
const { id: workflowId } = await paraph.createWorkflow({ workspaceId, name: 'Lease', document: file });
const people = await paraph.setRoles({
  workspaceId,
  workflowId,
  recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com', roles: [{ type: 'sign' }] }],
});
const roles = people.flatMap((person) => person.roles.map((role) => role.id));
await paraph.addSteps({ workspaceId, workflowId, steps: [{ type: 'sign', roles }] });
await paraph.startWorkflow({ workspaceId, workflowId });`,
  setPreferences: `await paraph.setPreferences({
  workspaceId: 1,
  workflowId: 2,
  preferences: [{ name: 'WorkflowNotificationCallbackUrlPreference', value: 'https://app.example.com/hook' }],
});`,
  createTemplate: `const template = await paraph.createTemplate({ workspaceId: 1, name: 'Lease', document: file });
const [tenant] = await paraph.setTemplateRoles({
  workspaceId: 1,
  templateId: template.id,
  recipients: [{ name: 'Tenant', roles: [{ type: 'sign' }] }],
});
const roles = tenant?.roles.map((role) => role.id) ?? [];
await paraph.addTemplateSteps({ workspaceId: 1, templateId: template.id, steps: [{ type: 'sign', roles }] });`,
  cloneTemplate: `const workflow = await paraph.cloneTemplate({
  templateId: 3,
  workspaceId: 1,
  name: 'Lease of the mill',
  recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
  hasToBeStarted: true,
});
console.log(workflow.id, workflow.status);`,
  inviteMembers: `await paraph.inviteMembers({ members: [{ email: 'ada@example.com' }] });`,
  createWorkspace: `const { id: workspaceId } = await paraph.createWorkspace({ name: 'Leases' });`,
  createWebhook: `const { secret } = await paraph.createWebhook({
  url: 'https://app.example.com/hook',
  events: ['workflow.signed'],
});`,
  listMyActions: `for await (const { envelope, publicSignUri } of paraph.listMyActions.all()) {
  console.log(envelope.name, publicSignUri);
}`,
  cancelEnvelope: `await paraph.cancelEnvelope({ envelopeId: id });`,
};
