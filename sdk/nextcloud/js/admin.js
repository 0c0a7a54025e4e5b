(() => {
  const form = document.getElementById('paraph-settings');
  const said = document.getElementById('paraph-said');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    said.textContent = '…';
    const { address, key, notified } = form.elements;
    const answer = await fetch(form.action, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', requesttoken: document.head.dataset.requesttoken },
      body: JSON.stringify({ address: address.value, key: key.value, notified: notified.checked }),
    });
    const { message } = await answer.json();
    said.textContent = message;
    if (answer.ok) key.value = '';
  });
})();
