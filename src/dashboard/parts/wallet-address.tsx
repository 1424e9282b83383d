// A wallet: its mark, its address in short, the way to its profile, and a button that copies all of it.
/** @jsxImportSource preact */
import { useContext } from 'preact/hooks';
import { shorten } from '../format/names.js';
import { NavigationContext } from '../state/use-place.js';
import { CopyButton } from './copy-button.js';

export interface WalletAddressProps {
  readonly address: string;
  /** What it is known as. */
  readonly name?: string | null | undefined;
}

export function WalletAddress({ address, name }: WalletAddressProps) {
  const navigation = useContext(NavigationContext);
  const text = name ? (
    <span class="wallet-name">{name}</span>
  ) : (
    <span class="mono">{shorten(address)}</span>
  );
  return (
    <span class="wallet">
      <WalletMark address={address} />
      {navigation === undefined ? (
        // Where all may read, nothing leads to what only the team may see.
        <span title={address}>{text}</span>
      ) : (
        <a href={navigation.hrefTo({ view: 'wallets', id: address })} title={address}>
          {text}
        </a>
      )}
      <CopyButton text={address} what="address" />
    </span>
  );
}

/** Two colours of the address's own: pictures that profiles name would be requests to other hosts. */
export function WalletMark({ address }: { readonly address: string }) {
  const hue = [...address.toLowerCase()].reduce(
    (sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360,
    7,
  );
  return <span class="wallet-mark" style={{ '--hue': String(hue) }} aria-hidden="true" />;
}
