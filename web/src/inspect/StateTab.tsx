import { sendLine } from '../store/socket';
import { JsonTree } from '../parts/JsonTree';
import { treeRows } from '../parts/tree';
import { words } from '../words';
import type { Inspect } from '../protocol/protocol';

/** The state of the game as a tree, and the files in which a match is kept. */

function Files({ file, setFile }: { file: string; setFile: (name: string) => void }) {
  const name = file.trim();
  return (
    <form
      class="files"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') sendLine(`save ${name}`);
      }}
    >
      <input
        type="text"
        maxLength={200}
        autocomplete="off"
        aria-label={words.inspect.fileName}
        placeholder={words.inspect.fileName}
        value={file}
        onInput={(event) => setFile(event.currentTarget.value)}
      />
      <button type="submit" disabled={name === ''}>
        {words.inspect.save}
      </button>
      <button type="button" disabled={name === ''} onClick={() => sendLine(`load ${name}`)}>
        {words.inspect.load}
      </button>
    </form>
  );
}

export function StateTab({
  inspect,
  file,
  setFile,
}: {
  inspect: Inspect;
  file: string;
  setFile: (name: string) => void;
}) {
  return (
    <div class="details" tabIndex={0} role="group" aria-label={words.inspect.tabs.state}>
      {!inspect.fixed && <Files file={file} setFile={setFile} />}
      <h3>{words.inspect.state}</h3>
      <JsonTree rows={treeRows(inspect.state, undefined, 'null')} exact />
    </div>
  );
}
