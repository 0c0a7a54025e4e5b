const form = document.getElementById('paraph-send');
const people = document.getElementById('paraph-people');
const users = document.getElementById('paraph-users');
const said = document.getElementById('paraph-said');
/** Users by what the list shows of them. */
const known = new Map();

async function search(text) {
  if (text.trim().length < 2) return;
  const query = new URLSearchParams({ search: text, itemType: '', itemId: '', limit: '10', format: 'json' });
  query.append('shareTypes[]', '0');
  const url = `${form.dataset.users}?${query}`;
  const answer = await fetch(url, { headers: { 'OCS-APIRequest': 'true' } });
  const { ocs } = await answer.json();
  const options = ocs.data.map(({ id, label }) => {
    const shown = `${label} (${id})`;
    known.set(shown, id);
    return new Option(shown, shown);
  });
  users.replaceChildren(...options);
}

function addPerson() {
  const row = document.getElementById('paraph-person').content.firstElementChild.cloneNode(true);
  const [name, email] = row.querySelectorAll('input');
  name.addEventListener('input', () => {
    const isUser = known.has(name.value);
    // Nextcloud knows the address of its users, and shows it to nobody here.
    email.disabled = isUser;
    if (!isUser) search(name.value).catch(() => users.replaceChildren());
  });
  row.querySelector('.remove').addEventListener('click', () => row.remove());
  people.append(row);
  name.focus();
}

function readPerson(row) {
  const [name, email] = row.querySelectorAll('input');
  const user = known.get(name.value);
  return user ? { user } : { name: name.value, email: email.value };
}

async function send() {
  const body = {
    fileId: Number(form.dataset.file),
    people: [...people.children].map(readPerson),
    inOrder: form.elements.inOrder.checked,
    message: form.elements.message.value,
    key: form.dataset.key,
  };
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', requesttoken: document.head.dataset.requesttoken },
    body: JSON.stringify(body),
  });
  const { message } = await answer.json();
  if (!answer.ok) throw new Error(message);
  form.hidden = true;
  document.getElementById('paraph-sent').hidden = false;
}

document.getElementById('paraph-add').addEventListener('click', addPerson);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('[type=submit]');
  button.disabled = true;
  said.textContent = '';
  try {
    await send();
  } catch (error) {
    // What is no sentence of ours is of the network.
    const isOurs = error instanceof Error && !(error instanceof TypeError || error instanceof SyntaxError);
    said.textContent = isOurs ? error.message : form.dataset.failed;
  } finally {
    button.disabled = false;
  }
});
addPerson();
