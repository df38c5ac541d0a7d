//! `@ytt:ip`: `parse_addr` and `parse_cidr`.

use super::arguments;
use crate::diagnostics::Error;
use crate::go::ip::{Address, Network};
use crate::natives::{self, Call, Captured, Evaluation, Heap, Object, ObjectType, Value, native, object_of};

module! {
    "ip" "Addresses and networks.",
    "ip.parse_addr" "(text)" "An IP address: is_ipv4(), is_ipv6(), string()." => Function(parse_addr),
    "ip.parse_cidr" "(text)" "The address and the network of a CIDR, as a pair." => Function(parse_cidr),
}

fn parse_addr<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let address = Address::parse(arguments::only_string(call)?).map_err(Error::message)?;
    Ok(address_value(eval.heap(), address))
}

/// `ip.parse_cidr(text)`: the address and its network.
fn parse_cidr<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let (address, network) = Network::parse(arguments::only_string(call)?).map_err(Error::message)?;
    let heap = eval.heap();
    Ok(natives::pair(heap, address_value(heap, address), network_value(heap, network)))
}

fn address_value(heap: Heap<'_>, address: Address) -> Value<'_> {
    natives::object(heap, AddressValue(address))
}

fn network_value(heap: Heap<'_>, network: Network) -> Value<'_> {
    natives::object(heap, NetworkValue(network))
}

/// An address as a value of code.
#[derive(Debug)]
struct AddressValue(Address);

/// A network as a value of code.
#[derive(Debug)]
struct NetworkValue(Network);

static ADDRESS: ObjectType = ObjectType {
    name: "@ytt:ip.addr",
    go_name: "*yttlibrary.IPAddrValue",
    refusal: "does not automatically encode (hint: use .string())",
};

static NETWORK: ObjectType = ObjectType {
    name: "@ytt:ip.net",
    go_name: "*yttlibrary.IPNetValue",
    refusal: "does not automatically encode (hint: use .string())",
};

impl Object for AddressValue {
    fn object_type(&self) -> &'static ObjectType {
        &ADDRESS
    }

    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let method = |name, code| Some(native(heap, name, code, vec![address_value(heap, self.0)]));
        match name {
            "is_ipv4" => method("ip.addr.is_ipv4", is_ipv4),
            "is_ipv6" => method("ip.addr.is_ipv6", is_ipv6),
            "string" => method("ip.addr.string", address_text),
            _ => None,
        }
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["is_ipv4", "is_ipv6", "string"]
    }
}

impl Object for NetworkValue {
    fn object_type(&self) -> &'static ObjectType {
        &NETWORK
    }

    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let method = |name, code| Some(native(heap, name, code, vec![network_value(heap, self.0)]));
        match name {
            "addr" => method("ip.net.addr", network_address),
            "string" => method("ip.net.string", network_text),
            _ => None,
        }
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["addr", "string"]
    }
}

/// The receiver of a method without arguments.
fn address<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<Address, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| object_of::<AddressValue>(*own));
    own.map(|own| own.0).ok_or_else(|| Error::message("expected an address"))
}

fn network<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<Network, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| object_of::<NetworkValue>(*own));
    own.map(|own| own.0).ok_or_else(|| Error::message("expected a network"))
}

fn is_ipv4<'v>(own: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(Value::new_bool(address(own, call)?.is_ipv4()))
}

fn is_ipv6<'v>(own: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(Value::new_bool(!address(own, call)?.is_ipv4()))
}

fn address_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(address(own, call)?.text()))
}

fn network_address<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(address_value(eval.heap(), network(own, call)?.address))
}

fn network_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(network(own, call)?.text()))
}
