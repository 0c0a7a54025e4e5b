(async (script) => {
  const { mountSigning } = await import(new URL('paraph-embed.js', script));
  const place = document.getElementById('paraph-frame');
  const again = document.getElementById('paraph-again');
  mountSigning(place, {
    url: place.dataset.url,
    title: place.dataset.title,
    onClosed: ({ reason }) => {
      again.hidden = reason !== 'ended';
    },
  });
  // A loaded page is another address: each opens once.
  again.querySelector('button').addEventListener('click', () => window.location.reload());
})(document.currentScript.src);
