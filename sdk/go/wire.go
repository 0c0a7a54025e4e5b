package paraph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// object is an object of the interface in the order of its members.
type object []member

type member struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	var buffer bytes.Buffer
	for i, each := range o {
		key, err := json.Marshal(each.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(each.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			buffer.WriteByte(',')
		}
		fmt.Fprintf(&buffer, "%s:%s", key, value)
	}
	return []byte("{" + buffer.String() + "}"), nil
}

func (o *object) take(key string) any {
	for i, each := range *o {
		if each.key == key {
			*o = append(append(object{}, (*o)[:i]...), (*o)[i+1:]...)
			return each.value
		}
	}
	return nil
}

// wired is what knows itself how it is sent, and whether it is.
type wired interface{ wire() (any, bool) }

// toWire turns what a call was given into objects, lists, texts, numbers and uploads; false where there is nothing.
func toWire(value reflect.Value) (any, bool) {
	if !value.IsValid() {
		return nil, false
	}
	if value.CanInterface() {
		if own, is := value.Interface().(wired); is {
			return own.wire()
		}
	}
	switch value.Kind() {
	case reflect.Ptr, reflect.Interface:
		if value.IsNil() {
			return nil, false
		}
		if upload, is := value.Interface().(*Upload); is {
			return upload, true
		}
		return toWire(value.Elem())
	case reflect.Struct:
		return structToWire(value), true
	case reflect.Slice:
		if value.IsNil() {
			return nil, false
		}
		list := make([]any, value.Len())
		for i := range list {
			list[i], _ = toWire(value.Index(i))
		}
		return list, true
	case reflect.Map:
		if value.IsNil() {
			return nil, false
		}
		return mapToWire(value), true
	default:
		return value.Interface(), true
	}
}

func structToWire(value reflect.Value) object {
	made := object{}
	for i := 0; i < value.NumField(); i++ {
		key, flags, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		inner, isGiven := toWire(value.Field(i))
		if !isGiven && flags == "omitempty" {
			continue
		}
		if !isGiven && value.Field(i).Kind() == reflect.Slice {
			inner = []any{}
		}
		made = append(made, member{key, inner})
	}
	return made
}

func mapToWire(value reflect.Value) object {
	made := object{}
	for _, key := range value.MapKeys() {
		inner, _ := toWire(value.MapIndex(key))
		made = append(made, member{key.String(), inner})
	}
	sort.Slice(made, func(i, j int) bool { return made[i].key < made[j].key })
	return made
}

type pair struct {
	name string
	text string
	file *Upload
}

// pairsOf writes nested values in bracket notation: steps[0][type]=sign.
func pairsOf(values object) []pair {
	var pairs []pair
	var add func(name string, value any)
	add = func(name string, value any) {
		switch each := value.(type) {
		case object:
			for _, inner := range each {
				add(name+"["+inner.key+"]", inner.value)
			}
		case []any:
			for i, inner := range each {
				add(name+"["+strconv.Itoa(i)+"]", inner)
			}
		case *Upload:
			pairs = append(pairs, pair{name: name, file: each})
		case nil:
			pairs = append(pairs, pair{name: name})
		case float64:
			pairs = append(pairs, pair{name: name, text: strconv.FormatFloat(each, 'f', -1, 64)})
		default:
			pairs = append(pairs, pair{name: name, text: fmt.Sprint(each)})
		}
	}
	for _, each := range values {
		add(each.key, each.value)
	}
	return pairs
}
