//! Tokens that are signed with an integration's key (RFC 7515, ES256).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rcgen::KeyPair;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, UnparsedPublicKey,
};
use serde_json::{Value, json};

use crate::route::jwks;
use crate::state::Secret;

#[derive(Debug, thiserror::Error)]
#[error("couldn't sign with the integration's key")]
pub struct NotSigned;

/// `kind` is the header's `typ`.
pub fn sign(pem: &Secret, kind: &str, claims: &Value) -> Result<String, NotSigned> {
    let pair = KeyPair::from_pem(pem.reveal()).map_err(|_| NotSigned)?;
    let kid = jwks::public(&pair).ok_or(NotSigned)?.kid;
    let random = SystemRandom::new();
    let key = EcdsaKeyPair::from_pkcs8(
        &ECDSA_P256_SHA256_FIXED_SIGNING,
        &pair.serialize_der(),
        &random,
    )
    .map_err(|_| NotSigned)?;
    let header = json!({ "alg": "ES256", "typ": kind, "kid": kid });
    let signed = format!("{}.{}", part(&header), part(claims));
    let signature = key.sign(&random, signed.as_bytes());
    let signature = signature.map_err(|_| NotSigned)?;
    Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

/// The claims of a token of that kind, if this key signed it. Whether they hold is not asked.
pub fn verified(pem: &Secret, kind: &str, token: &str) -> Option<Value> {
    let pair = KeyPair::from_pem(pem.reveal()).ok()?;
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, pair.public_key_raw())
        .verify(signed.as_bytes(), &signature)
        .ok()?;
    let header = read(header)?;
    (header["alg"] == "ES256" && header["typ"] == kind).then(|| read(claims))?
}

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

fn read(part: &str) -> Option<Value> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Secret {
        Secret::new(KeyPair::generate().unwrap().serialize_pem())
    }

    #[test]
    fn a_token_is_read_with_its_own_key_and_kind_alone() {
        let (mine, other) = (key(), key());
        let claims = json!({ "sub": "ada" });
        let token = sign(&mine, "at+jwt", &claims).unwrap();
        assert_eq!(verified(&mine, "at+jwt", &token), Some(claims));
        assert_eq!(verified(&mine, "JWT", &token), None);
        assert_eq!(verified(&other, "at+jwt", &token), None);
        let (head, signature) = token.rsplit_once('.').unwrap();
        let (header, _) = head.split_once('.').unwrap();
        let forged = format!("{header}.{}.{signature}", part(&json!({ "sub": "eve" })));
        assert_eq!(verified(&mine, "at+jwt", &forged), None);
        let header = part(&json!({ "alg": "none", "typ": "at+jwt" }));
        let unsigned = format!("{header}.{}.", part(&json!({ "sub": "eve" })));
        assert_eq!(verified(&mine, "at+jwt", &unsigned), None);
    }
}
