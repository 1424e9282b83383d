// The search for visitors by their user id or anonymous id.
/** @jsxImportSource preact */
import { SearchForm } from '../../parts/search-form.js';
import { useNavigation } from '../../state/use-place.js';

export function VisitorSearch({ find }: { readonly find: string }) {
  const { go } = useNavigation();
  return (
    <SearchForm
      find={find}
      label="User id, or the beginning of an anonymous id"
      placeholder="User or anonymous id"
      onFind={(text) => go({ view: 'live', options: text === '' ? {} : { find: text } })}
    />
  );
}
