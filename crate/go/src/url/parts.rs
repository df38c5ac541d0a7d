//! URLs and queries as values, read and written as Go's net/url does.

use std::collections::BTreeMap;

use super::address;
use super::escapes::{Part, escape, may_be_escaped, unescape};
use crate::byte_text;
use crate::quote::quote;

/// A parsed URL; host, path and fragment are unescaped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Url {
    scheme: String,
    /// The part after the scheme, if it does not start with a slash.
    opaque: String,
    /// The user, if there is one.
    pub user: Option<User>,
    host: Vec<u8>,
    path: Vec<u8>,
    /// The path as written, if escaping `path` results in another text.
    raw_path: String,
    omit_host: bool,
    force_query: bool,
    query: String,
    fragment: Vec<u8>,
    raw_fragment: String,
}

/// The user in a URL, unescaped.
#[derive(Clone, Debug, PartialEq)]
pub struct User {
    /// The name.
    pub name: Vec<u8>,
    /// The password, if there is a colon after the name.
    pub password: Option<Vec<u8>>,
}

impl User {
    /// The text in a URL.
    pub fn text(&self) -> String {
        let mut text = escape(&self.name, Part::User);
        if let Some(password) = &self.password {
            text.push(':');
            text.push_str(&escape(password, Part::User));
        }
        text
    }
}

impl Url {
    /// Fails with Go's message.
    pub fn parse(text: &str) -> Result<Url, String> {
        let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = Url::read(address).map_err(|problem| format!("parse {}: {problem}", quote(address)))?;
        if !fragment.is_empty() {
            url.fragment =
                unescape(fragment, Part::Fragment).map_err(|problem| format!("parse {}: {problem}", quote(text)))?;
            if escape(&url.fragment, Part::Fragment) != fragment {
                url.raw_fragment = fragment.to_owned();
            }
        }
        Ok(url)
    }

    fn read(text: &str) -> Result<Url, String> {
        if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
            return Err("net/url: invalid control character in URL".to_owned());
        }
        let mut url = Url::default();
        if text == "*" {
            url.path = b"*".to_vec();
            return Ok(url);
        }
        let (scheme, rest) = split_scheme(text)?;
        url.scheme = scheme.to_ascii_lowercase();
        let mut rest = rest;
        match rest.split_once('?') {
            Some((before, "")) => {
                url.force_query = true;
                rest = before;
            }
            Some((before, query)) => {
                url.query = query.to_owned();
                rest = before;
            }
            None => {}
        }
        if !rest.starts_with('/') {
            if !url.scheme.is_empty() {
                url.opaque = rest.to_owned();
                return Ok(url);
            }
            if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
                return Err("first path segment in URL cannot contain colon".to_owned());
            }
        }
        let relative = url.scheme.is_empty() && rest.starts_with("///");
        match rest.strip_prefix("//") {
            Some(authority) if !relative => {
                let end = authority.find('/').unwrap_or(authority.len());
                let (authority, path) = authority.split_at(end);
                url.read_authority(authority)?;
                rest = path;
            }
            _ => url.omit_host = !url.scheme.is_empty(),
        }
        url.path = unescape(rest, Part::Path)?;
        if escape(&url.path, Part::Path) != rest {
            url.raw_path = rest.to_owned();
        }
        Ok(url)
    }

    fn read_authority(&mut self, authority: &str) -> Result<(), String> {
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        self.host = parse_host(&self.scheme, host)?;
        let Some(user) = user else { return Ok(()) };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
        if !user.bytes().all(allowed) {
            return Err("net/url: invalid userinfo".to_owned());
        }
        let (name, password) = match user.split_once(':') {
            Some((name, password)) => (name, Some(password)),
            None => (user, None),
        };
        let name = unescape(name, Part::User)?;
        let password = password.map(|password| unescape(password, Part::User)).transpose()?;
        self.user = Some(User { name, password });
        Ok(())
    }

    /// The URL as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if !self.scheme.is_empty() {
            out.push_str(&self.scheme);
            out.push(':');
        }
        if self.opaque.is_empty() {
            self.write_hierarchy(&mut out);
        } else {
            out.push_str(&self.opaque);
        }
        if self.force_query || !self.query.is_empty() {
            out.push('?');
            out.push_str(&self.query);
        }
        if !self.fragment.is_empty() {
            out.push('#');
            out.push_str(&as_written(&self.fragment, &self.raw_fragment, Part::Fragment));
        }
        out
    }

    fn write_hierarchy(&self, out: &mut String) {
        let host = !self.host.is_empty() || self.user.is_some();
        if host || !(self.scheme.is_empty() || self.omit_host || self.path.is_empty()) {
            out.push_str("//");
        }
        if let Some(user) = &self.user {
            out.push_str(&user.text());
            out.push('@');
        }
        out.push_str(&escape(&self.host, Part::Host));
        let path = if self.path == b"*" { "*".to_owned() } else { as_written(&self.path, &self.raw_path, Part::Path) };
        if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
            out.push('/');
        }
        // Otherwise the text before a colon in the first segment would be read as the scheme.
        if out.is_empty() && path.split('/').next().is_some_and(|segment| segment.contains(':')) {
            out.push_str("./");
        }
        out.push_str(&path);
    }

    /// The host without port and without the brackets of an IPv6 address.
    pub fn hostname(&self) -> Vec<u8> {
        let host = self.host.as_slice();
        let colon = host.iter().rposition(|byte| *byte == b':');
        let port = colon.filter(|colon| host[colon + 1..].iter().all(u8::is_ascii_digit));
        let host = &host[..port.unwrap_or(host.len())];
        match host {
            [b'[', inner @ .., b']'] => inner.to_vec(),
            host => host.to_vec(),
        }
    }
}

/// The scheme, which may be empty, and the rest.
fn split_scheme(text: &str) -> Result<(&str, &str), String> {
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            byte if byte.is_ascii_alphabetic() => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if place > 0 => {}
            b':' if place == 0 => return Err("missing protocol scheme".to_owned()),
            b':' => return Ok((&text[..place], &text[place + 1..])),
            _ => break,
        }
    }
    Ok(("", text))
}

/// Reads a host with its port. Only IPv6 addresses may be in brackets, and a host of `http` and `https` has no other colons than that
/// of its port.
fn parse_host(scheme: &str, text: &str) -> Result<Vec<u8>, String> {
    match text.rfind('[') {
        Some(0) => parse_bracketed_host(&text[1..]),
        Some(_) => Err("invalid IP-literal".to_owned()),
        None => {
            let colon = if matches!(scheme, "http" | "https") { text.find(':') } else { text.rfind(':') };
            check_port(colon.map_or("", |colon| &text[colon..]))?;
            unescape(text, Part::Host)
        }
    }
}

/// [`parse_host`] after the bracket.
fn parse_bracketed_host(text: &str) -> Result<Vec<u8>, String> {
    let Some((name, port)) = text.rsplit_once(']') else { return Err("missing ']' in host".to_owned()) };
    check_port(port)?;
    let (address, zone) = name.split_at(name.find("%25").unwrap_or(name.len()));
    let mut host = unescape(address, Part::Host)?;
    host.extend(unescape(zone, Part::Zone)?);
    address::check(&host)?;
    Ok([b"[", &host[..], b"]", port.as_bytes()].concat())
}

fn check_port(text: &str) -> Result<(), String> {
    let valid =
        text.is_empty() || text.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    if valid { Ok(()) } else { Err(format!("invalid port {} after host", quote(text))) }
}

/// The text as written if it still represents the value, otherwise the escaped value.
fn as_written(value: &[u8], raw: &str, part: Part) -> String {
    let is_current =
        !raw.is_empty() && may_be_escaped(raw, part) && unescape(raw, part).is_ok_and(|read| read == value);
    if is_current { raw.to_owned() } else { escape(value, part) }
}

/// Query parameters by key; the values of a key in order.
pub type Query = BTreeMap<Vec<u8>, Vec<Vec<u8>>>;

/// The parameters of a query. Fails with Go's message.
pub fn parse_query(text: &str) -> Result<Query, String> {
    let mut parameters = Query::new();
    for setting in text.split(['&', ';']).filter(|setting| !setting.is_empty()) {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let key = unescape(key, Part::Query)?;
        parameters.entry(key).or_default().push(unescape(value, Part::Query)?);
    }
    Ok(parameters)
}

/// Query parameters as text, sorted by key.
pub fn encode_query<'a>(parameters: impl IntoIterator<Item = (&'a str, Vec<&'a str>)>) -> String {
    let mut parameters: Vec<_> = parameters.into_iter().collect();
    parameters.sort_by(|(one, _), (other, _)| byte_text::compare(one, other));
    let mut settings = Vec::new();
    for (key, values) in parameters {
        let key = escape(&byte_text::to_bytes(key), Part::Query);
        settings
            .extend(values.iter().map(|value| format!("{key}={}", escape(&byte_text::to_bytes(value), Part::Query))));
    }
    settings.join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Result<String, String> {
        Url::parse(text).map(|url| url.text())
    }

    #[test]
    fn parsing_and_writing_gives_the_same() {
        for text in [
            "https://ida:pa%20ss@rail.example:8443/a%20b/c?x=1&y=2#top",
            "http://[fe80::1%25en0]:80/",
            "mongodb://a:1,b:2/",
            "mailto:ida@rail.example",
            "/a/b?",
            "//host/path",
            "///path",
            "file:///etc/hosts",
            "file:/etc",
            "a%2Fb/c",
            "*",
            "http://h/%2f%41#a%2Fb",
            "",
        ] {
            assert_eq!(again(text), Ok(text.to_owned()));
        }
        assert_eq!(again("HTTP://h/a b"), Ok("http://h/a%20b".to_owned()));
        assert_eq!(again("http://h?x#"), Ok("http://h?x".to_owned()));
    }

    #[test]
    fn faults_are_those_of_go() {
        let fault = |text: &str| Url::parse(text).expect_err("is no URL");
        assert_eq!(fault("http://[::1"), "parse \"http://[::1\": missing ']' in host");
        assert_eq!(fault(":x"), "parse \":x\": missing protocol scheme");
        assert_eq!(fault("1:x"), "parse \"1:x\": first path segment in URL cannot contain colon");
        assert_eq!(fault("http://h:x/"), "parse \"http://h:x/\": invalid port \":x\" after host");
        assert_eq!(fault("http://a:b:1/"), "parse \"http://a:b:1/\": invalid port \":b:1\" after host");
        assert_eq!(fault("http://a[::1]/"), "parse \"http://a[::1]/\": invalid IP-literal");
        assert_eq!(fault("http://a b/"), "parse \"http://a b/\": invalid character \" \" in host name");
        assert_eq!(fault("http://h/%zz#f"), "parse \"http://h/%zz\": invalid URL escape \"%zz\"");
        assert_eq!(fault("http://a<@h/"), "parse \"http://a<@h/\": net/url: invalid userinfo");
        assert_eq!(fault("a\nb"), "parse \"a\\nb\": net/url: invalid control character in URL");
        assert_eq!(fault("http://%41/"), "parse \"http://%41/\": invalid URL escape \"%41\"");
    }

    #[test]
    fn names_of_hosts() {
        let hostname = |text| Url::parse(text).map(|url| url.hostname());
        assert_eq!(hostname("http://rail.example:8443/"), Ok(b"rail.example".to_vec()));
        assert_eq!(hostname("http://[::1]:80/"), Ok(b"::1".to_vec()));
        assert_eq!(hostname("/path"), Ok(Vec::new()));
    }

    #[test]
    fn query_parameters() {
        let parameters = [("to", vec!["b c"]), ("from", vec!["x", "y"]), ("none", vec![])];
        assert_eq!(encode_query(parameters), "from=x&from=y&to=b+c");
        let read = parse_query("z=1&a=2;z=3&q=&n&&").expect("is a query");
        assert_eq!(read.get(b"z".as_slice()), Some(&vec![b"1".to_vec(), b"3".to_vec()]));
        assert_eq!(read.len(), 4);
        assert_eq!(parse_query("a=%4"), Err("invalid URL escape \"%4\"".to_owned()));
    }
}
