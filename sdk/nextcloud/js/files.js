(() => {
  const state = document.getElementById('initial-state-paraph-action').value;
  const { label, url } = JSON.parse(atob(state));
  const isPdf = (nodes) => nodes?.length === 1 && nodes[0].mime === 'application/pdf';
  const open = async ({ fileid, id }) => {
    window.location.assign(url.replace(/0$/, fileid ?? id));
    return null;
  };
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 20h16v-2H4zm1-4 3.5-.8L18 5.7 15.3 3 5.8 12.5z"/></svg>';
  const action = { id: 'paraph-ask', displayName: () => label, iconSvgInline: () => icon, order: 60 };
  // Where `registerFileAction` of @nextcloud/files puts actions, so that no bundle is needed: version 3, to Nextcloud 32,
  window._nc_fileactions ??= [];
  window._nc_fileactions.push({ ...action, enabled: isPdf, exec: open });
  // and version 4, from Nextcloud 33, whose functions get one object.
  window._nc_files_scope ??= {};
  window._nc_files_scope.v4_0 ??= {};
  window._nc_files_scope.v4_0.fileActions ??= new Map();
  window._nc_files_scope.v4_0.fileActions.set(action.id, {
    ...action,
    enabled: ({ nodes }) => isPdf(nodes),
    exec: ({ nodes: [node] }) => open(node),
  });
})();
