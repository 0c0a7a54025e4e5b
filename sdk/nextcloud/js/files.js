(() => {
  const { label } = OCP.InitialState.loadState('paraph', 'action');
  const isPdf = (nodes) => nodes?.length === 1 && nodes[0].mime === 'application/pdf';
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 20h16v-2H4zm1-4 3.5-.8L18 5.7 15.300 3 5.800 12.500z"/></svg>';
  // Files 28 to 32 reads its actions here (`@nextcloud/files` 3, `registerFileAction`), so no bundle is needed.
  window._nc_fileactions ??= [];
  window._nc_fileactions.push({
    id: 'paraph-ask',
    displayName: () => label,
    iconSvgInline: () => icon,
    enabled: isPdf,
    exec: async ({ fileid }) => {
      window.location.assign(OC.generateUrl('/apps/paraph/send/{fileid}', { fileid }));
      return null;
    },
    order: 60,
  });
})();
